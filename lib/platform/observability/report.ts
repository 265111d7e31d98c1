import { relative } from "node:path";
import { mapStack } from "./map-stack";
import type { Trace } from "./trace";
import { withoutPersonalData } from "./personal-data";

/** A line of a stack, as in Sentry's event format. */
export type ReportedFrame = {
  filename: string;
  function?: string;
  lineno: number;
  colno: number;
  in_app: boolean;
};

/** One error in a chain of causes. */
export type ReportedError = { type: string; value: string; frames: readonly ReportedFrame[] };

/** Everything that is sent about an error. */
export type ErrorReport = {
  /** What failed: a fixed text of the log. */
  title: string;
  process: string;
  /** Where it happened: in Node, or in a browser. */
  platform: "node" | "javascript";
  /** The version, if it differs from the process's. */
  release?: string | undefined;
  /** The route that was requested, or that the browser showed. */
  route?: string | undefined;
  trace: Trace | undefined;
  /** The error and what caused it, the cause first. */
  errors: readonly ReportedError[];
};

const maxCauses = 5;
/** Stack frames per error. Node's default is ten, which Prisma's alone can fill. */
export const maxFrames = 50;

/** `    at async name (file:12:3)`, or without the name. */
const frameLine =
  /^\s*at (?:async )?(?:(?<name>[^()]{1,100}) \()?(?<file>[^()]{1,300}):(?<line>\d+):(?<column>\d+)\)?$/;

/** Describes an error for a report, with our source files in its stack. */
export function reportError(error: unknown): ReportedError[] {
  const errors: ReportedError[] = [];
  let current = error;
  while (current instanceof Error && errors.length < maxCauses) {
    errors.unshift({
      type: typeName(current.name),
      value: withoutPersonalData(current.message),
      frames: readFrames(mapStack(current.stack ?? "")),
    });
    current = current.cause;
  }
  return errors;
}

/** The lines of a stack that name a file of ours, of a package, or of Node, outermost first. */
export function readFrames(stack: string): ReportedFrame[] {
  return stack
    .split("\n")
    .flatMap((text) => readFrame(text) ?? [])
    .slice(0, maxFrames)
    .toReversed();
}

function readFrame(text: string): ReportedFrame | null {
  const { name, file = "", line, column } = frameLine.exec(text)?.groups ?? {};
  const filename = readFile(file);
  if (filename === null) return null;
  return {
    filename,
    ...(isFunctionName(name) && { function: name }),
    lineno: Number(line),
    colno: Number(column),
    in_app: !/^(?:node:|node_modules\/)/.test(filename),
  };
}

/** A file's path in the project; null for a file outside it. */
function readFile(path: string): string | null {
  if (/^node:[\w/]+$/.test(path)) return path;
  const [plain = ""] = path.replace(/^(?:file|turbopack|webpack):\/\/\/?/, "/").split("?", 1);
  const inPackages = /\bnode_modules\/[\w./@+-]+$/.exec(plain)?.[0];
  if (inPackages !== undefined) return inPackages;
  const inProject = plain.includes("[project]/")
    ? plain.slice(plain.indexOf("[project]/") + "[project]/".length)
    : relative(process.cwd(), plain);
  return /^(?!\.)[\w./()[\]@-]+\.[cm]?[jt]sx?$/.test(inProject) ? inProject : null;
}

/** Returns whether it's a function's name. Anything else could be part of the message. */
export function isFunctionName(name: string | undefined): name is string {
  return name !== undefined && /^[\w$.<># []+\]?$/.test(name);
}

/** The name of an error, if it's one. */
export function typeName(name: string): string {
  return /^\w{1,60}$/.test(name) ? name : "Error";
}
