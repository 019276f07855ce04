import { Command as Commander, Option } from 'commander';
import { type Message, say } from '../core/messages/message.ts';
import { closestName } from '../settings/schema-problems.ts';
import { commands } from './commands/all.ts';
import {
  type Command,
  type CommandGroup,
  type CommandList,
  type CommandOption,
  choicesOf,
  type HelpPart,
} from './commands/command.ts';
import { asSentence, helpBelow, helpIn, operandName, operandTerm, optionTerm, startHelp } from './help.ts';
import type { Host } from './host.ts';
import { Refusal } from './input/refusal.ts';
import { programVersion } from './input/resources.ts';
import { tell } from './output/events.ts';

/**
 * Builds the command line, in the host's language, from the modules that `commands/all.ts` lists.
 * @param args as typed: only the command that comes first is loaded, or all of them for the help of the program
 * @param onExit receives the exit code of the command that ran
 */
export async function createProgram(
  args: readonly string[],
  host: Host,
  onExit: (code: number) => void,
  list: CommandList = commands,
): Promise<Commander> {
  const { text } = host.wording;
  const program = new Program(host, 'intray')
    .description(text(say('help.program')))
    .version(programVersion(), '-V, --version', text(say('help.showVersion')))
    .helpOption('-h, --help', text(say('help.showHelp')))
    .helpCommand(`help [${text(say('help.terms.command'))}]`, text(say('help.showCommandHelp')))
    // Whoever catches the error prints it.
    .configureOutput({
      writeOut: (text) => host.output.write(text),
      writeErr: (text) => host.messages.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => helpWidth(host),
      getErrHelpWidth: () => helpWidth(host),
    })
    .configureHelp(helpIn(host.wording))
    .addHelpText('after', () => below(startHelp, host));
  const [first, asked] = args;
  if (first === 'help' && asked !== undefined && !(asked.startsWith('-') || Object.hasOwn(list, asked)))
    refuseCommand(asked, Object.keys(list));
  const called: Called = { host, onExit, commands: list };
  for (const definition of await load(first, list)) add(program, definition, called);
  return program;
}

async function load(name: string | undefined, list: CommandList): Promise<readonly (Command | CommandGroup)[]> {
  const one = name === undefined || !Object.hasOwn(list, name) ? undefined : list[name];
  if (name === '-V' || name === '--version') return [];
  const modules = await Promise.all((one === undefined ? Object.values(list) : [one]).map((each) => each()));
  return modules.map(({ command }) => command);
}

/** What every command gets that is called. */
interface Called {
  readonly host: Host;
  readonly onExit: (code: number) => void;
  readonly commands: CommandList;
}

function add(parent: Commander, definition: Command | CommandGroup, called: Called): void {
  const { host, onExit, commands: all } = called;
  const made = describe(parent.command(definition.name), definition, host);
  if ('commands' in definition) {
    made.helpCommand(false);
    for (const each of definition.commands) add(made, { ...each, help: each.help ?? definition.help }, called);
    return;
  }
  for (const operand of definition.operands ?? []) made.argument(operandTerm(operand, host.wording));
  for (const option of definition.options) made.addOption(optionOf(option, host));
  made.action(async () => {
    refuseEmpty(made, definition, host);
    refuseOthers(made, definition);
    const flags = made.opts<{ readonly json?: boolean }>();
    const said = await definition.run({ operands: made.args, flags, host, commands: all });
    onExit(typeof said === 'number' ? said : tell(host, flags, said));
  });
}

/** What a script left empty (`intray run "$UNSET"`) means nothing; as a path it would be the directory that the script runs in. */
function refuseEmpty(made: Commander, { operands = [] }: Command, host: Host): void {
  const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.includes(''));
  const operand = operands[Math.min(made.args.indexOf(''), operands.length - 1)];
  if (operand !== undefined) throw new Refusal(say('commandLine.empty', { name: operandName(operand, host.wording) }));
  const option = made.options.find((each) => isEmpty(made.getOptionValue(each.attributeName())));
  if (option !== undefined) throw new Refusal(say('commandLine.empty', { name: option.long ?? option.flags }));
}

/** Where a flag lists its values, there are no others. */
function refuseOthers(made: Commander, { options }: Command): void {
  for (const [index, { flag, value, judged }] of options.entries()) {
    const choices = judged === true ? [] : choicesOf(value);
    const text: unknown = made.getOptionValue(made.options[index]?.attributeName() ?? '');
    if (choices.length > 0 && typeof text === 'string' && !choices.includes(text))
      throw new Refusal(say('commandLine.flags.oneOf', { flag, values: choices.join(', '), text }));
  }
}

function describe(made: Commander, { summary, help = [] }: Pick<Command, 'summary' | 'help'>, host: Host): Commander {
  const { wording } = host;
  const text = wording.text(summary);
  return made
    .summary(text)
    .description(asSentence(text))
    .helpOption('-h, --help', wording.text(say('help.showCommandHelp')))
    .addHelpText('after', () => below(help, host));
}

function below(parts: readonly HelpPart[], host: Host): string {
  return helpBelow(parts, host.wording, helpWidth(host));
}

/** As wide as the terminal, but no wider than is easy to read. */
function helpWidth({ output }: Host): number {
  return Math.min(output.terminal?.columns ?? 100, 110);
}

function optionOf(option: CommandOption, { wording }: Host): Option {
  const made = new Option(optionTerm(option, wording), wording.text(option.text)).makeOptionMandatory(option.required === true);
  return option.repeatable === true
    ? made.argParser((each: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), each])
    : made;
}

/**
 * Commander calls these methods for mistakes on the command line; its own versions print English. Here each throws a
 * refusal with a message of the catalogue.
 */
class Program extends Commander {
  readonly #host: Host;

  constructor(host: Host, name?: string) {
    super(name);
    this.#host = host;
    this.exitOverride();
  }

  override createCommand(name?: string): Commander {
    return new Program(this.#host, name);
  }

  missingArgument(name: string): never {
    return refuse(say('commandLine.missingArgument', { name }));
  }

  optionMissingArgument({ flags }: Option): never {
    return refuse(say('commandLine.missingValue', { flag: flags }));
  }

  missingMandatoryOptionValue({ flags }: Option): never {
    return refuse(say('commandLine.missingOption', { flag: flags }));
  }

  unknownOption(flag: string): never {
    const known = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? []);
    const meant = flag.startsWith('--') ? closestName(flag, known) : undefined;
    return refuse(say('commandLine.unknownOption', { flag }), meant);
  }

  unknownCommand(): never {
    const known = this.createHelp().visibleCommands(this);
    return refuseCommand(
      this.args[0] ?? '',
      known.map((each) => each.name()),
    );
  }

  _excessArguments(names: readonly string[]): never {
    return refuse(say('commandLine.excessArguments', { names: names.slice(this.registeredArguments.length) }));
  }
}

function refuseCommand(name: string, known: readonly string[]): never {
  return refuse(say('commandLine.unknownCommand', { name }), closestName(name, known));
}

function refuse(problem: Message, meant?: string): never {
  throw new Refusal(meant === undefined ? say('commandLine.seeHelp', { problem }) : say('commandLine.meant', { problem, meant }));
}
