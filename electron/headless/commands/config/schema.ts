import { z } from 'zod';
import { configSchema } from '../../../core/config/config-file.ts';
import { folderControls } from '../../../core/config/folder-controls.ts';
import { folders } from '../../../core/languages/en/folders.ts';

const { settings } = folders;

/**
 * The config file as JSON Schema, for editors: they complete its members and mark what is wrong while it is typed. What only
 * code can tell, such as folders that overlap, Intray alone refuses.
 */
export function configJsonSchema(): object {
  const schema: Node = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' }) as object;
  const folder = schema.properties?.folders?.items;
  for (const { setting, part, name } of folderControls) {
    // As the window's form says it.
    const { label, hint }: Words = Object.hasOwn(settings, name) ? settings[name as keyof typeof settings] : {};
    const node = part === undefined ? folder?.properties?.[setting] : folder?.properties?.[setting]?.properties?.[part];
    if (node !== undefined && label !== undefined) node.description = hint === undefined ? label : `${label}. ${hint}`;
  }
  return { ...schema, title: 'intray watch --config' };
}

type Words = { readonly flag?: string; readonly label?: string; readonly hint?: string };

interface Node {
  description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}
