import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessEnd, runProcess } from './processes.ts';

const there = spawnSync('curl', ['--version']).status === 0;

export function hasCurl(): boolean {
  return there;
}

/** One curl process that sends all batches as forms, four at once over reused connections. */
export function curlUploads(url: string, batches: readonly (readonly string[])[], scratch: string): Promise<ProcessEnd> {
  const config = join(scratch, 'curl.config');
  const sections = batches.map((paths) =>
    [
      `url = "${url}/api/v1/uploadFiles"`,
      // Otherwise curl waits for "100 Continue" before a large body.
      'header = "Expect:"',
      'form-string = "extractionId=bench"',
      ...paths.map((path) => `form = "files=@${path};type=application/pdf"`),
      'output = "/dev/null"',
    ].join('\n'),
  );
  writeFileSync(config, sections.join('\nnext\n'));
  const args = ['--silent', '--show-error', '--fail', '--no-progress-meter', '--parallel', '--parallel-max', '4'];
  return runProcess({ command: 'curl', args: [...args, '--config', config] });
}
