import { z } from 'zod';
import { configSchema } from '../../../core/config/config-file.ts';
import { say } from '../../../core/messages/message.ts';
import { defineCommand } from '../command.ts';
import { examples } from '../options.ts';

export const command = defineCommand({
  name: 'schema',
  summary: say('help.schema.summary'),
  options: [],
  help: [say('help.schema.about'), examples('intray schema > intray.schema.json')],
  async run({ host }) {
    host.output.write(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
    return 0;
  },
});

/**
 * The config file as JSON Schema, for editors: they complete its members and mark what is wrong while it is typed. What only
 * code can tell, such as folders that overlap, Intray alone refuses.
 */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' });
  return { ...schema, title: 'intray watch --config' };
}
