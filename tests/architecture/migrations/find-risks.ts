import { parse } from "libpg-query";

/** A statement that can't run while an older version is serving, unless the migration says so. */
export type Risk = {
  /**
   * `destructive`: an older version breaks. `blocking`: others may wait for longer than a moment.
   * `unclear`: an older version breaks if it does what is refused or done differently from now on.
   */
  kind: "destructive" | "blocking" | "unclear";
  what: string;
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

const isNode = (value: Json | undefined): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const nodeOf = (value: Json | undefined): Node => (isNode(value) ? value : {});
const listOf = (value: Json | undefined): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : [];
const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const destructive = (what: string): Risk => ({ kind: "destructive", what });
const blocking = (what: string): Risk => ({ kind: "blocking", what });
const unclear = (what: string): Risk => ({ kind: "unclear", what });

/** Nothing that is used now depends on them, and their locks last for moments. */
const harmless: ReadonlySet<string> = new Set([
  "CommentStmt",
  "CreateEnumStmt",
  "CreateExtensionStmt",
  "CreateSchemaStmt",
  "CreateSeqStmt",
  "CreateStatsStmt",
  "VariableSetStmt",
]);

/** Changes of a table that neither break an older version nor read the whole table. */
const harmlessChanges: ReadonlySet<string> = new Set([
  "AT_AttachPartition",
  "AT_DropNotNull",
  "AT_ReplicaIdentity",
  "AT_SetOptions",
  "AT_SetRelOptions",
  "AT_SetStatistics",
  "AT_ValidateConstraint",
]);

const constraintsOf = (column: Node) =>
  listOf(column["constraints"]).map((each) => nodeOf(each["Constraint"]));

/** Whether every row gets its own value, for which the table is rewritten. */
function isPerRow(value: Node): boolean {
  if ("FuncCall" in value) {
    return lastNameOf(nodeOf(value["FuncCall"])["funcname"]) !== "now";
  }
  return Object.values(value).some((each) =>
    Array.isArray(each)
      ? each.some((one) => isNode(one) && isPerRow(one))
      : isNode(each) && isPerRow(each),
  );
}

function risksOfColumn(column: Node): Risk[] {
  const name = textOf(column["colname"]);
  const constraints = constraintsOf(column);
  const has = (kind: string) => constraints.some((each) => each["contype"] === kind);
  const given = constraints.find((each) => each["contype"] === "CONSTR_DEFAULT");
  const risks: Risk[] = [];
  if (has("CONSTR_NOTNULL") && !given && !has("CONSTR_IDENTITY") && !has("CONSTR_GENERATED")) {
    risks.push(destructive(`the new column ${name} is NOT NULL without a default`));
  }
  if (given && isPerRow(nodeOf(given["raw_expr"]))) {
    risks.push(blocking(`the default of the new column ${name} is computed for every row`));
  }
  for (const kind of ["IDENTITY", "GENERATED", "UNIQUE", "PRIMARY", "CHECK", "FOREIGN"]) {
    if (has(`CONSTR_${kind}`)) {
      risks.push(blocking(`the new column ${name} is ${kind}, which reads or writes every row`));
    }
  }
  return risks;
}

function risksOfConstraint(constraint: Node): Risk[] {
  // Its index refuses the same already.
  if (textOf(constraint["indexname"]) !== "") return [];
  const kind = textOf(constraint["contype"]);
  const refusal = unclear(`a ${kind} refuses rows that an older version may write`);
  const isChecked = ["CONSTR_CHECK", "CONSTR_FOREIGN", "CONSTR_NOTNULL"].includes(kind);
  if (isChecked && constraint["skip_validation"] === true) return [refusal];
  return [refusal, blocking(`a ${kind} that isn't NOT VALID or USING INDEX reads every row`)];
}

function risksOfChange(change: Node): Risk[] {
  const kind = textOf(change["subtype"]);
  const name = textOf(change["name"]);
  const definition = nodeOf(change["def"]);
  if (kind === "AT_AddColumn") return risksOfColumn(nodeOf(definition["ColumnDef"]));
  if (kind === "AT_AddConstraint") return risksOfConstraint(nodeOf(definition["Constraint"]));
  // ON CONFLICT needs its unique constraint, and deleting what belongs to a row its foreign key.
  if (kind === "AT_DropConstraint") return [unclear(`an older version may rely on ${name}`)];
  if (kind === "AT_DropColumn") return [destructive(`drops the column ${name}`)];
  if (kind === "AT_AlterColumnType") {
    return [destructive(`changes the type of ${name}`), blocking(`writes every row for ${name}`)];
  }
  if (kind === "AT_SetNotNull") {
    return [destructive(`${name} becomes NOT NULL`), blocking(`reads every row for ${name}`)];
  }
  if (kind === "AT_ColumnDefault") {
    return "def" in change ? [] : [destructive(`${name} loses its default`)];
  }
  return harmlessChanges.has(kind) ? [] : [blocking(`${kind} isn't known to be harmless`)];
}

function risksOfDrop(statement: Node): Risk[] {
  if (statement["removeType"] !== "OBJECT_INDEX") return [destructive("drops something")];
  return statement["concurrent"] === true ? [] : [blocking("drops an index without CONCURRENTLY")];
}

function risksOfIndex(statement: Node, table: string): Risk[] {
  const risks: Risk[] = [];
  if (statement["unique"] === true) {
    risks.push(unclear(`a unique index on ${table} refuses rows that an older version may write`));
  }
  if (statement["concurrent"] !== true) {
    risks.push(blocking(`an index on ${table} without CONCURRENTLY`));
  }
  return risks;
}

function risksOf(kind: string, statement: Node, newTables: ReadonlySet<string>): Risk[] {
  const table = textOf(nodeOf(statement["relation"])["relname"]);
  const isNew = newTables.has(table);
  switch (kind) {
    case "AlterTableStmt":
      if (isNew) return [];
      return listOf(statement["cmds"]).flatMap((each) =>
        risksOfChange(nodeOf(each["AlterTableCmd"])),
      );
    case "CreateStmt": {
      const parents = listOf(statement["inhRelations"]).map((each) => nodeOf(each["RangeVar"]));
      return parents.some((parent) => !newTables.has(textOf(parent["relname"])))
        ? [blocking(`${table} becomes a partition of a table that is in use`)]
        : [];
    }
    case "DropStmt":
      return risksOfDrop(statement);
    case "IndexStmt":
      return isNew ? [] : risksOfIndex(statement, table);
    case "CreateTrigStmt":
      return isNew ? [] : [unclear(`a trigger changes what writing to ${table} does`)];
    case "CreateFunctionStmt":
    case "ViewStmt":
      return statement["replace"] === true ? [unclear("replaces what an older version uses")] : [];
    case "GrantStmt":
      return statement["is_grant"] === true ? [] : [destructive("takes rights away")];
    case "InsertStmt":
    case "UpdateStmt":
    case "DeleteStmt":
      return isNew ? [] : [blocking(`changes the rows of ${table}`)];
    case "RenameStmt":
      return [destructive("renames something")];
    case "TruncateStmt":
      return [destructive("empties a table")];
    default:
      return harmless.has(kind) ? [] : [blocking(`${kind} isn't known to be harmless`)];
  }
}

/** What a migration contains that it has to be marked for. Reads it as PostgreSQL does. */
export async function findRisks(script: string): Promise<Risk[]> {
  const newTables = new Set<string>();
  return (await statementsOf(script)).flatMap((each) =>
    Object.entries(each).flatMap(([kind, value]) => {
      const statement = nodeOf(value);
      const risks = risksOf(kind, statement, newTables);
      if (kind === "CreateStmt") newTables.add(textOf(nodeOf(statement["relation"])["relname"]));
      return risks;
    }),
  );
}

/** The functions that take a table's row and whose body PostgreSQL stores parsed, after all migrations. */
export async function parsedRowFunctions(scripts: readonly string[]): Promise<string[]> {
  const statements = (await Promise.all(scripts.map(statementsOf))).flat();
  const tables = new Set(
    statements.map(({ CreateStmt }) => textOf(nodeOf(nodeOf(CreateStmt)["relation"])["relname"])),
  );
  const takesRow = (statement: Node) =>
    listOf(statement["parameters"]).some((each) => {
      const type = nodeOf(nodeOf(each["FunctionParameter"])["argType"]);
      return tables.has(lastNameOf(type["names"]));
    });
  const isParsed = new Map<string, boolean>();
  for (const { CreateFunctionStmt } of statements) {
    const statement = nodeOf(CreateFunctionStmt);
    if (!takesRow(statement)) continue;
    isParsed.set(lastNameOf(statement["funcname"]), "sql_body" in statement);
  }
  return [...isParsed.keys()].filter((name) => isParsed.get(name));
}

const lastNameOf = (names: Json | undefined) =>
  textOf(nodeOf(listOf(names).at(-1)?.["String"])["sval"]);

async function statementsOf(script: string): Promise<Node[]> {
  const parsed: Json = JSON.parse(JSON.stringify(await parse(script)));
  return listOf(nodeOf(parsed)["stmts"]).map((each) => nodeOf(each["stmt"]));
}
