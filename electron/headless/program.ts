import { Command, Option } from 'commander';
import type { DefinitionFlags, DeleteFlags } from './commands/definitions/extraction.ts';
import { addServiceCommands } from './commands/definitions/program.ts';
import type { DoctorFlags } from './commands/doctor/doctor.ts';
import type { ExportFlags } from './commands/export/export.ts';
import type { StatusFlags } from './commands/status/status.ts';
import {
  demoHelp,
  doctorHelp,
  exitCodes,
  exportHelp,
  generalHelp,
  keyHelp,
  runHelp,
  sandboxHelp,
  sendAgainHelp,
  serveHelp,
  statusHelp,
  usualPort,
  watchHelp,
} from './help.ts';
import type { CommonFlags, RunFlags } from './input/arguments.ts';

export interface WatchFlags extends CommonFlags {
  readonly config: string;
  readonly unverified?: string;
}

export interface ServeFlags extends Pick<CommonFlags, 'dataDir' | 'json'> {
  readonly port?: string;
  readonly host?: string;
  readonly open?: boolean;
}

export interface DemoFlags {
  readonly folder?: string;
  readonly keep?: boolean;
  readonly json?: boolean;
}

export interface SandboxFlags {
  readonly port: string;
  readonly pages?: string;
  readonly fault?: readonly string[];
  readonly json?: boolean;
}

/** What the commands do; each gives the exit code. */
export interface Actions {
  run(folder: string, flags: RunFlags): Promise<number>;
  watch(flags: WatchFlags): Promise<number>;
  serve(flags: ServeFlags): Promise<number>;
  status(flags: StatusFlags): Promise<number>;
  sendAgain(files: readonly string[], flags: Pick<CommonFlags, 'dataDir' | 'json'>): Promise<number>;
  doctor(flags: DoctorFlags): Promise<number>;
  keySet(flags: CommonFlags): Promise<number>;
  keyTest(flags: CommonFlags): Promise<number>;
  keyClear(flags: CommonFlags): Promise<number>;
  exportResults(paths: readonly string[], flags: ExportFlags): Promise<number>;
  extractionShow(id: string, flags: CommonFlags): Promise<number>;
  extractionCreate(flags: DefinitionFlags): Promise<number>;
  extractionUpdate(id: string, flags: DefinitionFlags): Promise<number>;
  extractionDelete(id: string, flags: DeleteFlags): Promise<number>;
  classificationCreate(flags: DefinitionFlags): Promise<number>;
  classificationOverride(classification: string, file: string, category: string, flags: CommonFlags): Promise<number>;
  classificationRedo(classification: string, file: string, flags: CommonFlags): Promise<number>;
  demo(flags: DemoFlags): Promise<number>;
  sandbox(flags: SandboxFlags): Promise<number>;
}

export interface ProgramOptions {
  readonly version: string;
  readonly actions: Actions;
  /** Gets the exit code of the command that ran. */
  readonly onExit: (code: number) => void;
  readonly writeOutput: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** The command line: names, flags and help. What the commands do is passed in. */
export function createProgram({ version, actions, onExit, writeOutput, writeError }: ProgramOptions): Command {
  const program = new Command('intray')
    .description('Sends the documents of a folder to an extraction or classification, and writes the results beside them.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain the program or a command')
    .helpCommand('help [command]', 'explain a command')
    .exitOverride()
    .showSuggestionAfterError()
    // Whoever catches the error says it, in one sentence.
    .configureOutput({ writeOut: writeOutput, writeErr: writeError, outputError: () => undefined })
    .addHelpText('after', generalHelp);

  const command = (name: string, summary: string) =>
    program.command(name).summary(summary).description(summary).helpOption('-h, --help', 'explain this command').exitOverride();

  service(unverified(addRunFlags(command('run FOLDER', 'send what is in a folder, wait for the results, write them beside it'))))
    .addHelpText('after', runHelp + exitCodes)
    .action(async (folder: string, flags: RunFlags) => onExit(await actions.run(folder, flags)));

  const watch = command('watch', 'stay, and send each document that appears in the folders of a config file');
  service(
    unverified(watch.requiredOption('--config <file>', 'the JSON file that lists the folders')),
    ', else what the config file says',
  )
    .addHelpText('after', watchHelp + exitCodes)
    .action(async (flags: WatchFlags) => onExit(await actions.watch(flags)));

  command('serve', 'watch, and show the window in a browser on this machine')
    .option('--port <number>', `the port to listen on; 0 takes a free one (default: ${usualPort}, or a free one)`)
    .option('--host <address>', 'listen on this address instead of 127.0.0.1, so that other machines reach it')
    .option('--open', 'open the browser too')
    .option('--data-dir <directory>', 'where Intray keeps its settings, ledger and log')
    .option('--json', 'one JSON object a line on standard output')
    .addHelpText('after', serveHelp)
    .action(async (flags: ServeFlags) => onExit(await actions.serve(flags)));

  command('status', 'say how things stand, also beside a running Intray')
    .option('--why <file>', 'tell why this file is not done, or how it ended, and its history')
    .option('--data-dir <directory>', 'where Intray keeps its ledger and log')
    .option('--json', 'one JSON object on standard output')
    .addHelpText('after', statusHelp)
    .action(async (flags: StatusFlags) => onExit(await actions.status(flags)));

  command('send-again FILE...', 'send documents again that failed, were refused, or wait for your word')
    .option('--data-dir <directory>', 'where Intray keeps its ledger and log')
    .option('--json', 'one JSON object a line on standard output')
    .addHelpText('after', sendAgainHelp)
    .action(async (files: string[], flags: Pick<CommonFlags, 'dataDir' | 'json'>) =>
      onExit(await actions.sendAgain(files, flags)),
    );

  const doctor = command('doctor', 'check folders, service, ledger and machine, and say what to do about each');
  service(
    doctor.option('--config <file>', 'check what this config file of watch says; else the folders that are known'),
    ', else what the config file says',
  )
    .addHelpText('after', doctorHelp)
    .action(async (flags: DoctorFlags) => onExit(await actions.doctor(flags)));

  command('export [PATH...]', 'write results once more, from the ledger: into a directory, or beside the documents')
    .option('--to <directory>', 'into this directory; without it, beside the documents')
    .option('--only <json|csv>', 'with --to: one kind of output (default: both)')
    .option('--delimiter <character>', 'with --to: between the table\'s columns: "," or ";" or tab (default: by locale)')
    .option('--data-dir <directory>', 'where Intray keeps its ledger and log')
    .option('--json', 'one JSON object a line on standard output')
    .addHelpText('after', exportHelp)
    .action(async (paths: string[], flags: ExportFlags) => onExit(await actions.exportResults(paths, flags)));

  addServiceCommands(program, actions, onExit);
  addKeyCommands(command('key', "keep, try or forget the service's API key in the system's keychain"), actions, onExit);

  command('demo', 'show the whole job on sample documents, against the embedded sandbox')
    .option('--folder <directory>', 'work there; it must be empty or not there yet (default: demo, or the next free name)')
    .option('--keep', "keep the demo's own data directory too, to look at its ledger and log")
    .option('--json', 'one JSON object a line on standard output')
    .addHelpText('after', demoHelp)
    .action(async (flags: DemoFlags) => onExit(await actions.demo(flags)));

  command('sandbox', 'run the embedded stand-in of the service on this machine')
    .option('--port <number>', 'the port to listen on; 0 takes a free one', '0')
    .option('--pages <number>', "pages of its account this month (default: 100, the service's free tier)")
    .addOption(new Option('--fault <fault>', 'let it misbehave; "--fault help" lists the ways; repeatable').argParser(collect))
    .option('--json', 'one JSON object a line on standard output')
    .addHelpText('after', sandboxHelp)
    .action(async (flags: SandboxFlags) => onExit(await actions.sandbox(flags)));

  return program;
}

function service(command: Command, otherwise = ''): Command {
  return command
    .option('--url <address>', `the service's address; else INTRAY_URL${otherwise}`)
    .option('--data-dir <directory>', 'where Intray keeps its ledger and log')
    .option('--json', 'one JSON object a line on standard output');
}

function unverified(command: Command): Command {
  return command.option(
    '--unverified <send|leave>',
    'decides, after a damaged ledger, about the files that are held because nothing proves what became of them',
  );
}

function addRunFlags(command: Command): Command {
  return command
    .option('--extraction <id>', 'the extraction that the documents go to')
    .option('--classification <id>', 'or the classification')
    .addOption(
      new Option('--include <glob>', 'take exactly what matches (default: PDF, PNG, JPG and DOCX); repeatable').argParser(
        collect,
      ),
    )
    .addOption(new Option('--ignore <glob>', 'leave out what matches; repeatable').argParser(collect))
    .option('--no-recursive', 'leave subfolders alone')
    .option('--settle-seconds <n>', 'how long a file must not have changed (default: 2)')
    .option('--changed <send|ask>', 'what to do with a file that changes after its delivery (default: send)')
    .option('--no-output-json', 'write no JSON beside the documents')
    .option('--csv <folder|off>', 'one table with a row for each document, or none (default: folder)')
    .option('--delimiter <character>', 'between the table\'s columns: "," or ";" or tab (default: by locale)')
    .option('--file-away <leave|move>', 'what to do with a document when its results are on disk (default: leave)')
    .option('--move-to <name>', 'the subfolder that documents are moved to (default: Processed); implies --file-away move')
    .option(
      '--unresolved <hold|resend>',
      'when the answer to an upload was lost: ask a person, or send once more (default: hold)',
    )
    .option('--batch-size <n>', 'most documents in one request, 1 to 30');
}

function addKeyCommands(key: Command, actions: Actions, onExit: (code: number) => void): void {
  const sub = (name: string, summary: string, action: (flags: CommonFlags) => Promise<number>) =>
    key
      .command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
      .helpOption('-h, --help', 'explain this command')
      .exitOverride()
      .option('--url <address>', "the service's address; else INTRAY_URL")
      .option('--json', 'one JSON object on standard output')
      .action(async (flags: CommonFlags) => onExit(await action(flags)));
  key.helpCommand(false).addHelpText('after', keyHelp);
  sub('set', 'read a key from a prompt, or from a pipe; try it, then keep it', actions.keySet);
  sub('test', 'try the key that a run would use', actions.keyTest);
  sub('clear', 'forget the key of one address', actions.keyClear);
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
