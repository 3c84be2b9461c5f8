export { admitted, refusalOf } from "./arktos/placement";
export { gatesGiven } from "./given";
export { type Operator, type OperatorOptions, startOperator } from "./operator";
