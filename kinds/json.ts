/** A value of a JSON body. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
