import { z } from 'zod';
import { closestName } from './closest.ts';

/** The sentences of everything that a schema has against a value, each naming the member as people write it. Pure. */
export function problemsOf(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownMember(schema, [...issue.path, key]));
    const name = memberName(issue.path);
    const rule = issue.code === 'invalid_type' && issue.expected === 'object' ? objectRule(schema, issue.path) : issue.message;
    return [valueAt(value, issue.path) === undefined ? `${name} is missing: it ${rule}` : `${name} ${rule}`];
  });
}

/** `['folders', 0, 'route', 'id']` → `folders[0].route.id`; the whole value is "the file". */
export function memberName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else if (/^[A-Za-z_]\w*$/.test(String(part))) name += name === '' ? String(part) : `.${String(part)}`;
    else name += `[${JSON.stringify(String(part))}]`;
  }
  return name === '' ? 'the file' : name;
}

function unknownMember(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const known = membersOf(schemaAt(schema, path.slice(0, -1)));
  const meant = closestName(String(path.at(-1)), known);
  const remedy = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean "${meant}"?`;
  return `${memberName(path)} is not a setting; ${remedy}`;
}

function objectRule(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const members = membersOf(schemaAt(schema, path)).map((member) => `"${member}"`);
  return members.length === 0
    ? 'must be an object'
    : `must be an object with ${members.length > 2 ? 'members such as ' : ''}${members.slice(0, 2).join(' and ')}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}

/** The part of a schema that a path leads to; undefined where the schema says nothing of it. */
function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let found: z.core.$ZodType | undefined = schema;
  for (const part of path) {
    const bare: z.core.$ZodType = unwrapped(found);
    if (bare instanceof z.ZodArray) found = bare.element;
    else if (bare instanceof z.ZodObject) found = bare.shape[String(part)];
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

/** Without what only makes it optional or gives it a default. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  let bare = schema;
  while (bare instanceof z.ZodOptional || bare instanceof z.ZodDefault || bare instanceof z.ZodPrefault) bare = bare.unwrap();
  return bare;
}
