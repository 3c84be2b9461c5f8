export { admitted, refusalOf } from "./arktos/admission";
export { type Given, gatesGiven } from "./given/given";
export { type Operator, type OperatorOptions, startOperator } from "./operator";
