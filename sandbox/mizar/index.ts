export { admitted, refusalOf } from "./arktos/admission";
export type { Given } from "./given/given";
export { type Operator, type OperatorOptions, startOperator } from "./operator";
