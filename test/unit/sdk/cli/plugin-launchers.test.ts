import { expect, test } from "vitest";
import { launchers } from "../../../../sdk/cli/plugin";

test("the launcher for Windows names a package that is gone, and takes paths with parentheses and percent signs", () => {
  const { "pulumi-resource-k8s-lb.cmd": batch = "" } = launchers("C:\\Program Files (x86)\\100%\\main.js", "win32");
  expect(batch.split("\r\n").slice(2, 4)).toEqual([
    'if not exist "C:\\Program Files (x86)\\100%%\\main.js" (echo The package pulumi-k8s-lb is no longer at C:\\Program Files ^(x86^)\\100%%\\main.js: install it, and run k8s-lb plugin install again. 1>&2 & exit /b 1)',
    'node "C:\\Program Files (x86)\\100%%\\main.js" %*',
  ]);
});

test("the launcher for a shell quotes the path", () => {
  const { "pulumi-resource-k8s-lb": shell = "" } = launchers("/home/o'neil/main.js", "linux");
  expect(shell.split("\n").at(-2)).toBe(`exec node '/home/o'\\''neil/main.js' "$@"`);
});
