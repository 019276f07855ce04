import { type Command, Option } from 'commander';
import { classificationHelp, extractionHelp } from '../../help.ts';
import type { CommonFlags } from '../../input/arguments.ts';
import type { Actions } from '../../program.ts';
import type { DefinitionFlags, DeleteFlags } from './extraction.ts';

/** `intray extraction …` and `intray classification …`: the service's calls that are a person's to make. */
export function addServiceCommands(program: Command, actions: Actions, onExit: (code: number) => void): void {
  const extraction = group(program, 'extraction', 'show, make, change or remove an extraction at the service', extractionHelp);
  member(extraction, 'show ID', 'show the name and the fields of an extraction').action(async (id: string, flags: CommonFlags) =>
    onExit(await actions.extractionShow(id, flags)),
  );
  withFiles(withDetails(member(extraction, 'create', 'make an extraction from its details and a sample', extractionHelp))).action(
    async (flags: DefinitionFlags) => onExit(await actions.extractionCreate(flags)),
  );
  withFiles(withDetails(member(extraction, 'update ID', 'change members of an extraction', extractionHelp))).action(
    async (id: string, flags: DefinitionFlags) => onExit(await actions.extractionUpdate(id, flags)),
  );
  member(extraction, 'delete ID', 'remove an extraction with all that it holds, for good')
    .option('--yes', 'it is meant: this cannot be undone')
    .action(async (id: string, flags: DeleteFlags) => onExit(await actions.extractionDelete(id, flags)));

  const classification = group(
    program,
    'classification',
    'make a classification, set the category of a file, or classify it again',
    classificationHelp,
  );
  withDetails(member(classification, 'create', 'make a classification from its details', classificationHelp)).action(
    async (flags: DefinitionFlags) => onExit(await actions.classificationCreate(flags)),
  );
  member(
    classification,
    'override CLASSIFICATION FILE CATEGORY',
    'put a file into a category, to stay',
    classificationHelp,
  ).action(async (id: string, file: string, category: string, flags: CommonFlags) =>
    onExit(await actions.classificationOverride(id, file, category, flags)),
  );
  member(classification, 'redo CLASSIFICATION FILE', 'let the service classify a file once more', classificationHelp).action(
    async (id: string, file: string, flags: CommonFlags) => onExit(await actions.classificationRedo(id, file, flags)),
  );
}

function group(program: Command, name: string, summary: string, help: string): Command {
  return explained(program.command(name), summary).helpCommand(false).addHelpText('after', help);
}

function member(of: Command, name: string, summary: string, help = ''): Command {
  return explained(of.command(name), summary)
    .addHelpText('after', help)
    .option('--url <address>', "the service's address; else INTRAY_URL")
    .option('--json', 'one JSON object on standard output');
}

function explained(command: Command, summary: string): Command {
  return command
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .helpOption('-h, --help', 'explain this command')
    .exitOverride();
}

function withDetails(command: Command): Command {
  return command.requiredOption('--details <file>', 'a JSON file that says what it is to be');
}

function withFiles(command: Command): Command {
  return command.addOption(
    new Option('--file <path>', 'a document to send with it; repeatable').argParser(
      (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value],
    ),
  );
}
