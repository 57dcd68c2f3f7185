import type { Command } from 'commander';

const wordsOf = (command: Command): string => {
  const commands = command.commands.flatMap((each) => [each.name(), ...each.aliases()]);
  const options = [command, command.parent].flatMap((each) => each?.options.map(({ long }) => long) ?? []);
  return [...commands, ...options, '--help'].filter((word) => word !== null && word !== undefined).join(' ');
};

const namesOf = (command: Command): string[] => [command.name(), ...command.aliases()];

/** The cases of a shell's `case`, those of subcommands before those of their groups. */
const casesOf = (program: Command): string[] =>
  program.commands.flatMap((group) => [
    ...group.commands.flatMap((command) =>
      namesOf(group).map((name) => `    '${name} ${command.name()} ') words='${wordsOf(command)}' ;;`),
    ),
    ...namesOf(group).map((name) => `    '${name} '*) words='${wordsOf(group)}' ;;`),
  ]);

const scriptOf = (program: Command): string => `_spool() {
  local words
  case "\${COMP_WORDS[*]:1:$((COMP_CWORD < 3 ? COMP_CWORD - 1 : 2))} " in
    ' ') words='${wordsOf(program)}' ;;
${casesOf(program).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _spool spool`;

/** `spool completion` */
export const addCompletion = (program: Command): void => {
  program
    .command('completion')
    .description('Print what makes bash complete commands and options')
    .addHelpText(
      'after',
      '\nIn ~/.bashrc:\n  source <(spool completion)\nIn ~/.zshrc:\n  autoload -U bashcompinit && bashcompinit && source <(spool completion)',
    )
    .action(() => void process.stdout.write(`${scriptOf(program)}\n`));
};
