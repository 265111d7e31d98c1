import type { Command } from "commander";
import type { WithServices } from "./services";

/** `briefing plan`, `briefing send` and `briefing status`. */
export function registerBriefingCommands(program: Command, withServices: WithServices): void {
  void program;
  void withServices;
}
