/** Data as it is stored and passed on: never changed in place. */
export type Immutable<Value> = Value extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

/** Whether two JSON values are equal. The order of an object's members does not matter, and an undefined member counts as absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const name of new Set([...members.keys(), ...others.keys()]))
    if (!sameJson(members.get(name), others.get(name))) return false;
  return true;
}

/** Whether it is an object with members, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members that are defined: an undefined one is left out. */
export function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const kept: { [Name in keyof Members]?: Members[Name] } = {};
  for (const name of Object.keys(members) as (keyof Members)[]) if (members[name] !== undefined) kept[name] = members[name];
  return kept as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}

/** The text of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of whatever was thrown, such as ENOENT. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
