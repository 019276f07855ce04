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
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, index) => sameJson(value, other[index]));
  }
  const members = present(one);
  const others = new Map(present(other));
  return (
    members.length === others.size && members.every(([name, value]) => others.has(name) && sameJson(value, others.get(name)))
  );
}

/** Whether it is an object with members, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members that are given: an undefined one is left out. */
export function given<Members extends object>(members: Members): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const kept: { [Name in keyof Members]?: Members[Name] } = {};
  for (const name of Object.keys(members) as (keyof Members)[]) if (members[name] !== undefined) kept[name] = members[name];
  return kept as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}

function present(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
