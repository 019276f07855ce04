import { z } from 'zod';
import { brokenRule, unwrapped } from '../core/config/rules.ts';
import { type Message, say } from '../core/messages/message.ts';

/**
 * Everything that a schema has against a value, each problem naming the member as people write it. The messages begin with
 * that name and have no full stop. Pure.
 *
 * @param nameOf how a member is named; by default as in the file
 */
export function problemsOf(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  nameOf: (path: readonly PropertyKey[]) => string | Message = memberName,
): Message[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownMember(schema, [...issue.path, key], nameOf));
    const member = nameOf(issue.path);
    const isObject = issue.code === 'invalid_type' && issue.expected === 'object';
    const rule = isObject ? objectRule(schema, issue.path) : brokenRule(issue);
    const isMissing = valueAt(value, issue.path) === undefined;
    return [say(isMissing ? 'configuration.member.missing' : 'configuration.member.breaks', { member, rule })];
  });
}

/** `['folders', 0, 'route', 'id']` → `folders[0].route.id`; the whole value is "the file". */
export function memberName(path: readonly PropertyKey[]): string | Message {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else if (/^[A-Za-z_]\w*$/.test(String(part))) name += name === '' ? String(part) : `.${String(part)}`;
    else name += `[${JSON.stringify(String(part))}]`;
  }
  return name === '' ? say('configuration.member.wholeFile') : name;
}

function unknownMember(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  nameOf: (path: readonly PropertyKey[]) => string | Message,
): Message {
  const member = nameOf(path);
  const known = membersOf(schemaAt(schema, path.slice(0, -1)));
  const meant = closestName(String(path.at(-1)), known);
  return meant === undefined
    ? say('configuration.member.unknown', { member, names: known.join(', ') })
    : say('configuration.member.misspelt', { member, meant });
}

function objectRule(schema: z.ZodType, path: readonly PropertyKey[]): Message {
  const members = membersOf(schemaAt(schema, path)).map((member) => `"${member}"`);
  if (members.length === 0) return say('configuration.rule.object');
  return say(members.length > 2 ? 'configuration.rule.objectSuchAs' : 'configuration.rule.objectWith', {
    members: members.slice(0, 2),
  });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}

/** The part of a schema that a path leads to; undefined where the schema says nothing about it. */
function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let found: z.core.$ZodType | undefined = schema;
  for (const part of path) {
    const bare: z.core.$ZodType = unwrapped(found);
    if (bare instanceof z.ZodArray) found = bare.element;
    else if (bare instanceof z.ZodObject) found = bare.shape[String(part)];
    else if (bare instanceof z.ZodRecord) found = bare.valueType;
    else return undefined;
    if (found === undefined) return undefined;
  }
  return found;
}

function membersOf(schema: z.core.$ZodType | undefined): string[] {
  if (schema === undefined) return [];
  const bare = unwrapped(schema);
  if (bare instanceof z.ZodObject) return Object.keys(bare.shape);
  if (bare instanceof z.ZodUnion) return [...new Set(bare.options.flatMap((option) => membersOf(option)))];
  return [];
}

/** The name that was probably meant: the nearest of `names`, if few enough letters differ. Pure. */
export function closestName(wrong: string, names: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(wrong.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (distance <= maxDistance && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let twoBack: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (twoBack[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    twoBack = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
