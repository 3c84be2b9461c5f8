export { admitted, refusalOf } from "./arktos/admission";
export { gatesGiven } from "./given/given";
export { type Operator, type OperatorOptions, startOperator } from "./operator";
