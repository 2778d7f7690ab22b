/** Kana in Latin letters, as people write Japanese names who cannot type them: `Hitokage`, `Lizardon`. By Hepburn's system. */

/** A consonant with the five vowels behind it, then what is written otherwise; `_` takes the vowel before it. */
const ROWS = `アイウエオ kカキクケコ gガギグゲゴ sサシスセソ zザジズゼゾ tタチツテト dダヂヅデド nナニヌネノ hハヒフヘホ
  bバビブベボ pパピプペポ mマミムメモ rラリルレロ`.split(/\s+/);
const OTHERS = `シshi ジji チchi ツtsu ヂji ヅzu フfu ヴvu ワwa ヲo ンn ヤya ユyu ヨyo ャ_ya ュ_yu ョ_yo
  ァ_a ィ_i ゥ_u ェ_e ォ_o`.split(/\s+/);
const LETTERS = new Map([
  ...ROWS.flatMap((row) => [...row.slice(-5)].map((kana, at) => [kana, row.slice(0, -5) + 'aiueo'[at]] as const)),
  ...OTHERS.map(([kana = '', ...letters]) => [kana, letters.join('')] as const),
]);

/** A small tsu doubles what follows; long marks stay. */
const spelled = (kana: string): string =>
  [...kana]
    .map((each) => LETTERS.get(each) ?? each)
    .join('')
    .replace(/(sh|ch|j)i_y/g, '$1')
    .replace(/[aiueo]_/g, (vowel, at, all) => (vowel === 'u_' && !/[a-z]/.test(all[at - 1] ?? '') ? 'w' : ''))
    .replace(/ッ(.?)/g, '$1$1');

/** Ways to write a folded name of kana, none of another one: as it sounds, and as a loan with `l`, its long `ar` and `x`. */
export function romajiOf(folded: string): string[] {
  const text = folded.replace(/[ァ-ヺー]+/g, (kana) => ` ${spelled(kana)} `).trim();
  if (text === folded || !/^[a-zー ]+$/.test(text)) return [];
  const loan = text
    .replaceAll('r', 'l')
    .replaceAll('aー', 'ar')
    .replace(/k?kusu/g, 'x');
  return [...new Set([text, loan])].map((each) => each.replaceAll('ー', '').replace(/ +/g, ' ').trim());
}
