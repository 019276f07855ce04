import { say } from '../../../core/messages/message.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import type { Host } from '../../host.ts';
import { resolveFolder } from '../../input/names.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { examples, unverifiedHelp, url as urlOption, workExitCodes, workOptions } from '../options.ts';
import { folderOptions, runSettings } from './folder-flags.ts';

const dryRun = { flag: '--dry-run', text: say('help.run.dryRun') } as const;

const options = [...folderOptions, dryRun, urlOption, ...workOptions] as const;

export const command = defineCommand({
  name: 'run',
  summary: say('help.run.summary'),
  operands: [{ term: say('help.terms.folder') }],
  options,
  help: [
    say('help.run.about'),
    {
      heading: say('help.headings.results'),
      lines: [
        ['invoice.pdf.json', say('help.run.resultJson')],
        ['intray-name.csv', say('help.run.resultCsv')],
      ],
    },
    say('help.run.key'),
    ...unverifiedHelp,
    examples(
      'intray run ~/scans --extraction ID --url https://api.example.com',
      'intray run ~/scans --extraction ID --url https://api.example.com --dry-run',
      "intray run ~/scans --extraction ID --include '**/*.pdf' --ignore 'drafts/**' --move-to Done",
      'intray run ~/mail --classification ID --json | jq \'select(.event == "summary")\'',
    ),
    workExitCodes,
  ],
  run: ({ operands: [folder = ''], flags, host }) => run(folder, flags, host),
});

/** `intray run FOLDER`: sends what is there, waits, delivers, and ends. */
export async function run(folder: string, flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  const written = runSettings(expandPath(folder, host.paths), flags);
  const url = serviceAddress({ flag: flags.url, host });
  const settings = await resolveFolder(written, { dataDirectory: dataDirectory(flags.dataDir, host.paths), origin: url });
  if (flags.dryRun === true) {
    const { plan } = await import('./plan.ts');
    return plan(settings, url, flags, host);
  }
  const { doWork } = await import('./work.ts');
  return doWork({ mode: 'run', folders: [settings], url }, flags, host);
}
