import { say } from '../../../core/messages/message.ts';
import { defineCommand } from '../command.ts';
import { jsonLines } from '../options.ts';

export const command = defineCommand({
  name: 'demo',
  summary: say('help.demo.summary'),
  options: [{ flag: '--folder', value: say('help.terms.directory'), text: say('help.demo.folder') }, jsonLines],
  help: [say('help.demo.about')],
  async run({ flags, host }) {
    const { demo } = await import('./demo-work.ts');
    return demo(flags, host);
  },
});
