import { avi } from "./avi";
import { mizar } from "./mizar";
import { octavia } from "./octavia";
import type { Target } from "./target";

export const TARGETS = { avi, octavia, mizar } as const satisfies { readonly [name: string]: Target };
