/** What it costs to type a name in kana, from its rule alone: every way to spell the one as the other, the cheapest of them. */

/** In tenths of an edit. */
const [EDIT, LIKELY, ALIKE] = [10, 9, 5];
const SMALL: Record<string, string> = {
  ァ: 'ア',
  ィ: 'イ',
  ゥ: 'ウ',
  ェ: 'エ',
  ォ: 'オ',
  ッ: 'ツ',
  ャ: 'ヤ',
  ュ: 'ユ',
  ョ: 'ヨ',
};
const heard = (kana = '') => (SMALL[kana] ?? kana).normalize('NFD').charAt(0);
const isLength = (kana = '') => kana === 'ー' || kana === 'ッ';

/** Long marks and small tsu come and go at half an edit, as do kana that sound or look alike; a swap, a kana left out or doubled are likely. */
export function plainKanaCost(typed: string, name: string): number {
  if (typed === '') return [...name].reduce((sum, kana) => sum + (isLength(kana) ? ALIKE : LIKELY), 0);
  const [last, before, wanted, wantedBefore] = [typed.at(-1), typed.at(-2), name.at(-1), name.at(-2)];
  const tooMany = isLength(last) ? ALIKE : last === before ? LIKELY : EDIT;
  const costs = [plainKanaCost(typed.slice(0, -1), name) + tooMany];
  if (name !== '') {
    const other = last === wanted ? 0 : heard(last) === heard(wanted) ? ALIKE : EDIT;
    costs.push(plainKanaCost(typed.slice(0, -1), name.slice(0, -1)) + other);
    costs.push(plainKanaCost(typed, name.slice(0, -1)) + (isLength(wanted) ? ALIKE : LIKELY));
    const isSwapped = before !== undefined && wantedBefore !== undefined && before === wanted && last === wantedBefore;
    if (isSwapped) costs.push(plainKanaCost(typed.slice(0, -2), name.slice(0, -2)) + LIKELY);
  }
  return Math.min(...costs);
}
