import { type LuaEngine, LuaFactory } from "wasmoon";

/** What a data script of a shared virtual service asks for. */
export interface Picked {
  group?: string;
  label?: string;
  /** The path that goes to the servers. */
  path: string;
}

const API =
  "avi = { http = { get_host_tokens = get_host_tokens, get_path_tokens = get_path_tokens, set_path = set_path }, poolgroup = { select = pick } }";

/** A real Lua with the functions of Avi that data scripts call. */
export class AviScripts {
  private constructor(private readonly lua: LuaEngine) {}

  static async start(): Promise<AviScripts> {
    return new AviScripts(await new LuaFactory().createEngine());
  }

  close(): void {
    this.lua.global.close();
  }

  /** Runs a script for one request. */
  async run(script: string, host: string | undefined, path: string): Promise<Picked> {
    const picked: Picked = { path };
    this.lua.global.set("get_host_tokens", () => host);
    this.lua.global.set("get_path_tokens", () => path.slice(1) || undefined);
    this.lua.global.set("set_path", (to: string) => {
      picked.path = to;
    });
    this.lua.global.set("pick", (group: string, label: string) => Object.assign(picked, { group, label }));
    await this.lua.doString(API);
    await this.lua.doString(script);
    return picked;
  }
}
