/** The words of printing fields in every language that TCGdex builds spell them in, and the canonical word for each. */
import { foldName } from '../../../catalog/fold.ts';

// From TCGdex's cards-database (MIT): meta/translations/{de,es,fr,it,pt}.json and interfaces.d.ts as of 2026-08-21. Its
// compiler writes the words of these five languages; all others (pt-br, nl, pl, ru, ja, zh …) have the English ones.

type Field = 'type' | 'size' | 'subtype' | 'foil' | 'stamp';

/** By canonical word, its translations, folded and with dashes. */
const TRANSLATIONS: Readonly<Record<Field, Readonly<Record<string, string>>>> = {
  type: {
    normal: 'basico normale',
    holo: 'olografica',
    reverse: 'reversa',
    metal: 'metall metallo',
  },
  size: {
    standard: 'estandar padrao',
  },
  foil: {
    pokeball: 'poke-ball poke-bola',
    greatball: 'great-ball great-bola',
    ultraball: 'ultra-ball ultra-bola',
    masterball: 'meisterball master-ball master-bola',
    gold: 'oro or ouro',
    cosmos: 'kosmos cosmo',
    galaxy: 'galaxie galaxia galassia',
    starlight: 'sternenlicht luz-de-estrella lumiere-detoile luce-stellare luz-estelar',
    energy: 'energie energia',
    loveball: 'sympaball amor-ball love-ball bola-de-amor',
    friendball: 'freundesball amigo-ball copain-ball friend-ball bola-de-amizade',
    quickball: 'flottball veloz-ball rapide-ball velox-ball bola-rapida',
    duskball: 'finsterball ocaso-ball sombre-ball scuro-ball bola-crepusculo',
    glitter: 'glitzer purpurina scintillant luccichio cintilante',
  },
  stamp: {
    '1st-edition': '1-auflage 1ra-edicion 1re-edition 1a-edizione 1a-edicao',
    'pre-release': 'vorveroffentlichung pre-lanzamiento pre-lancamento',
    'set-logo': 'logo-del-set logo-de-la-serie logo-set logo-da-colecao',
    staff: 'mitarbeiter personal equipe',
    'pikachu-tail': 'pikachu-schwanz cola-de-pikachu queue-de-pikachu coda-di-pikachu cauda-de-pikachu',
    'd-edition-error': 'd-edition-fehler error-de-edicion-d erreur-edition-d errore-edizione-d erro-de-edicao-d',
    '1st-edition-scratch-error':
      '1-auflage-kratzer-fehler error-de-rasguno-1ra-edicion erreur-de-rayure-1re-edition ' +
      'errore-graffio-1a-edizione erro-de-arranhao-1a-edicao',
    '1st-edition-error': '1-auflage-fehler error-de-1ra-edicion erreur-1re-edition errore-1a-edizione erro-1a-edicao',
    '1st-movie': '1-film 1ra-pelicula 1er-film 1o-filme',
    '1st-movie-inverted':
      '1-film-invertiert 1ra-pelicula-invertida 1er-film-inverse 1-film-invertito 1o-filme-invertido',
    winner: 'gewinner ganador gagnant vincitore vencedor',
    '25th-celebration': '25-jubilaum 25o-aniversario 25e-anniversaire 25-anniversario',
    'professor-program':
      'professorenprogramm programa-de-profesor programme-professeur programma-professore programa-professor',
    'state-championships':
      'landesmeisterschaften campeonatos-estatales championnats-regionaux campionati-regionali ' +
      'campeonatos-estaduais',
    'national-championships':
      'nationale-meisterschaften campeonatos-nacionales championnats-nationaux campionati-nazionali ' +
      'campeonatos-nacionais',
    'gym-challenge': 'arenen-herausforderung desafio-de-gimnasio defi-darene sfida-palestra desafio-de-ginasio',
    'city-championships':
      'stadtmeisterschaften campeonatos-de-ciudad championnats-de-ville campionati-cittadini campeonatos-municipais',
    snowflake: 'schneeflocke',
    champion: 'campeon campione campeao',
    'master-ball-league': 'liga-master-ball ligue-master-ball lega-master-ball',
    'ultra-ball-league': 'liga-ultra-ball ligue-ultra-ball lega-ultra-ball',
    'poke-ball-league': 'liga-poke-ball ligue-poke-ball lega-poke-ball',
    judge: 'richter juez juge giudice juiz',
    'international-championship-europe':
      'campeonato-internacional-europa championnat-international-europe campionato-internazionale-europa',
    'international-championship-latin-america':
      'campeonato-internacional-america-latina championnat-international-amerique-latine ' +
      'campionato-internazionale-america-latina',
    'international-championship-north-america':
      'campeonato-internacional-america-del-norte championnat-international-amerique-du-nord ' +
      'campionato-internazionale-america-del-nord campeonato-internacional-america-do-norte',
    'ace-trainer': 'entraineur-das',
    bulbasaur: 'bulbizarre',
    squirtle: 'carapuce',
    charmander: 'salameche',
    'grey-star': 'grauer-stern estrella-gris etoile-grise estrela-cinza',
    'poketour-99': 'poketour-1999',
  },
  subtype: {
    shadowless: 'schattenlos sin-sombra sans-ombre senza-ombra sem-sombra',
    unlimited: 'unbegrenzt ilimitado illimite illimitato',
    '1999-2000-copyright': 'copyright-1999-2000',
    'missing-expansion-symbol':
      'fehlendes-erweiterungssymbol simbolo-de-expansion-faltante symbole-dextension-manquant ' +
      'simbolo-di-espansione-mancante simbolo-de-expansao-ausente',
    'gold-border': 'goldener-rand borde-dorado bord-dore bordo-dorato borda-dourada',
    'missing-hp': 'fehlende-kp faltan-ps pv-manquants ps-mancanti ps-ausentes',
    'aoki-error': 'aoki-fehler error-de-aoki erreur-aoki errore-aoki erro-aoki',
    '1999-copyright': 'copyright-1999',
    'evolution-box-error':
      'evolutionskasten-fehler error-en-la-caja-de-evolucion erreur-boite-devolution errore-riquadro-evoluzione ' +
      'erro-na-caixa-de-evolucao',
    'no-holo-error': 'kein-holo-fehler error-sin-holo erreur-sans-holo errore-senza-holo erro-sem-holo',
    'd-ink-dot-error':
      'd-tintenpunkt-fehler error-de-punto-de-tinta-d erreur-point-dencre-d errore-punto-dinchiostro-d ' +
      'erro-de-ponto-de-tinta-d',
    'energy-symbol-error':
      'energiesymbol-fehler error-de-simbolo-de-energia erreur-symbole-denergie errore-simbolo-energia ' +
      'erro-de-simbolo-de-energia',
    'text-error': 'textfehler error-de-texto erreur-de-texte errore-di-testo erro-de-texto',
    'shifted-energy-cost':
      'verschobene-energiekosten coste-de-energia-desplazado cout-denergie-decale costo-energia-spostato ' +
      'custo-de-energia-deslocado',
    'japanese-back': 'japanische-ruckseite reverso-japones dos-japonais retro-giapponese verso-japones',
    'no-e-reader': 'kein-e-reader sin-e-reader sans-e-reader senza-e-reader sem-e-reader',
    'rarity-error': 'seltenheitsfehler error-de-rareza erreur-de-rarete errore-rarita erro-de-raridade',
    glossy: 'hochglanz con-brillo brillante patinato lustrosa',
    'shadowless-red-cheek':
      'schattenlose-rote-wange mejilla-roja-sin-sombras sans-ombre-aux-joues-rouges guancia-rossa-senza-ombre ' +
      'bochecha-vermelha-sem-sombras',
    '2019-copyright': 'copyright-2019',
    '2020-copyright': 'copyright-2020',
    'nintedo-error': 'nintedo-fehler error-nintedo erreur-nintedo errore-nintedo erro-de-nintedo',
    '1995-1998-copyright': 'copyright-1995-1998',
    'no-rarity': 'ohne-seltenheit sin-rareza sans-rarete senza-rarita sem-raridade',
    'phanphy-error': 'phanphy-fehler error-de-phanphy erreur-de-phanphy errore-di-phanphy',
    'peelable-ditto': 'abziehbares-ditto ditto-despegable ditto-decollable ditto-rimovibile ditto-destacavel',
    'missing-retreat-cost':
      'fehlende-ruckzugskosten coste-de-retirada-ausente cout-de-retraite-manquant costo-di-ritirata-mancante ' +
      'custo-de-recuo-ausente',
    'blue-border': 'bordure-bleue',
  },
};

/** Canonical words that stay what they are, or are only written otherwise: names, for the most part. */
const UNTRANSLATED: Readonly<Record<Field, string>> = {
  type: 'lenticular',
  size: 'jumbo',
  foil: 'cracked-ice mirror league player-reward professor-program tinsel team-rocket rainbow',
  stamp:
    'w-promo pokemon-center wotc pokemon-4-ever pokemon-center-ny chris-fulop tsuguyoshi-yamato reed-weichler ' +
    'kevin-nguyen takashi-yoneda michael-gonzalez curran-hill jeremy-maron jimmy-ballard miska-saari hiroki-yano ' +
    'jason-klaczynski jeremy-scharff-kim destiny-deoxys pokemon-day regional-championships stadium-challenge ' +
    '10th-anniversary wizard-world-philadelphia wizard-world-chicago comic-con nintendo-world gen-con ' +
    'akira-miyazaki tom-roos pokemon-rocks-america jun-hasebe origins games-expo kraze-club dylan-lefavour ' +
    'tristan-robinson paul-atanassov david-cohen tsubasa-nakamura worlds-2007 finalist quarter-finalist ' +
    'semi-finalist top-sixteen top-thirty-two worlds-2004 worlds-2005 worlds-2008 worlds-2009 countdown-calendar ' +
    'michael-pramawat distributor-meeting mychael-bryan stephen-silvestro yuka-furusawa jason-martinez ' +
    'yuta-komatsuda origins-2008 platinum worlds-2010 ross-cawthorn gustavo-wada christopher-kan ' +
    'player-rewards-program igor-costa zachary-bokhari shuto-itagaki gamestop eb-games horizons ' +
    'illustration-contest-2022 illustration-contest-2024 worlds-2025 top-eight trick-or-trade asia-promo ' +
    '30th-pokeday pikachu pokeball mcdonalds pokemon-together rain-city tournament-collection worlds-2024 ' +
    'worlds-2023 asia-2023-24 thank-you jr-stamp-rally scrye inquest-gamer pop-tournament chicago-2009 ' +
    'chase-moloney jesse-parker gabriel-fernandez shao-tong-yen sakuya-ota',
  subtype: 'cosmos',
};

/** Fields of few words, of which a new one is more than a new name. */
const CLOSED: ReadonlySet<Field> = new Set(['type', 'size']);

const DASHED = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const wordsOf = (field: Field): Map<string, string> =>
  new Map([
    ...UNTRANSLATED[field].split(' ').map((word): [string, string] => [word, word]),
    ...Object.entries(TRANSLATIONS[field]).flatMap(([word, translations]) =>
      [word, ...translations.split(' ')].map((spelling): [string, string] => [spelling, word]),
    ),
  ]);

const FIELDS = Object.keys(UNTRANSLATED) as Field[];
const WORDS = Object.fromEntries(FIELDS.map((field) => [field, wordsOf(field)])) as Record<Field, Map<string, string>>;

/** The canonical word for `text`; one that is not known stays as it is, and `onUnknown` is notified of it. */
export function printingWord(field: Field, text: string, onUnknown: (word: string) => void): string {
  const known = WORDS[field].get(foldName(text).replaceAll(' ', '-'));
  if (known !== undefined) return known;
  if (CLOSED.has(field) || !DASHED.test(text)) onUnknown(`${field} "${text}"`);
  return text;
}
