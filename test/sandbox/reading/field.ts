import type { FieldDefinition } from '../../../electron/core/protocol/service-shapes.ts';

export function field(key: string, description = '', example = ''): FieldDefinition {
  return { key, description, example };
}
