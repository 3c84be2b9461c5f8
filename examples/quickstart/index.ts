export const hello = "world";
