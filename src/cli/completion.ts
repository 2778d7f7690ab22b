/** `cardstock completion`: scripts that complete commands and flags in a shell, made from the program itself. */
import type { Command } from 'commander';
import { printJson, printText } from './output.ts';

/** What may follow one command: its words with what they mean. */
interface Place {
  /** The commands typed so far, each after a space: empty at the start, ` keys create` later. */
  at: string;
  words: { word: string; meaning: string }[];
}

const firstSentence = (text: string) => text.replace(/[.;].*$/s, '').replaceAll(/['`\\:]/g, ' ');

function placesOf(command: Command, at = ''): Place[] {
  const said = (word: string, text: string) => ({ word, meaning: firstSentence(text) });
  const children = command.commands.map((child) => said(child.name(), child.description()));
  const flags = command.options.map(({ long, short, description }) => said(long ?? short ?? '', description));
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const words = [...children, ...choices.map((word) => said(word, '')), ...flags, said('--help', 'Show help')];
  return [{ at, words }, ...command.commands.flatMap((child) => placesOf(child, `${at} ${child.name()}`))];
}

const quoted = (text: string) => `'${text}'`;

const belowStart = (places: readonly Place[]) => places.slice(1).map(({ at }) => quoted(at));

/** Walks the words before the cursor down the commands; a word that is none, such as a flag's value, changes nothing. */
const walk = (places: readonly Place[], words: string) => `  local at='' word
  for word in ${words}; do
    case "$at $word" in
      ${belowStart(places).join('|')}) at="$at $word" ;;
    esac
  done`;

const cases = (places: readonly Place[], words: (place: Place) => string) =>
  places.map((place) => `    ${quoted(place.at)}) ${words(place)} ;;`).join('\n');

const bash = (places: readonly Place[]) => `# bash completion of cardstock: source <(cardstock completion bash)
_cardstock() {
  local found=''
${walk(places, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  case "$at" in
${cases(places, ({ words }) => `found='${words.map(({ word }) => word).join(' ')}'`)}
  esac
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cardstock cardstock
`;

const zsh = (places: readonly Place[]) => `#compdef cardstock
# zsh completion of cardstock: source <(cardstock completion zsh), after compinit
_cardstock() {
  local -a found
${walk(places, `"\${(@)words[2,CURRENT-1]}"`)}
  case "$at" in
${cases(places, ({ words }) => `found=(${words.map(({ word, meaning }) => quoted(meaning ? `${word}:${meaning}` : word)).join(' ')})`)}
  esac
  _describe cardstock found || _files
}
if [[ "\${funcstack[1]}" == _cardstock ]]; then _cardstock "$@"; else compdef _cardstock cardstock; fi
`;

/** Fish asks for the words that fit: the place is found as in the others, the words are printed with their meanings. */
const fish = (places: readonly Place[]) => `# fish completion of cardstock: cardstock completion fish | source
function __cardstock_words
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${belowStart(places).join(' ')}
        set at "$at $word"
    end
  end
  switch "$at"
${places.map(({ at, words }) => `    case ${quoted(at)}\n      printf '%s\\t%s\\n' ${words.map(({ word, meaning }) => `${quoted(word)} ${quoted(meaning)}`).join(' ')}`).join('\n')}
  end
end
complete -c cardstock -a '(__cardstock_words)'
`;

const SCRIPTS = { bash, zsh, fish };

/** Prints the script for `shell`; commander lets no other through. */
export function completion(shell: keyof typeof SCRIPTS, { json }: { json?: boolean }, command: Command): void {
  let program = command;
  while (program.parent) program = program.parent;
  const script = SCRIPTS[shell](placesOf(program));
  if (json) printJson({ shell, script });
  else printText(script);
}
