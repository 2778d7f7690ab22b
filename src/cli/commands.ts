/** Every command with its arguments, flags and an example, as one table of text; program.ts makes the command line of it. */
import { SETTINGS } from '../config/settings.ts';
import { SIGNATURES } from '../events/signature.ts';
import { FORMATS } from '../events/watches/chat-bodies.ts';
import { PROPOSED } from '../games/games.ts';

const SERVICE = `  --key <key> | ${SETTINGS.key.meaning}
  --url <url> | ${SETTINGS.url.meaning}`;
/** A list that may be long: oldest first, all of it without these. */
const PAGES = `  --limit <count> | How many.
  --after <id> | Only those made after this one.`;
const IMPORTED = `  --dry-run | Say what would come, and change nothing.
  --source <name> = import | What rows that name no source are noted under.
  --accept | Take what guards would leave out.`;

/**
 * A line a command, under the heading that it has in the help: its words, what it does, file, function and common flags where
 * they are not as its words say, and behind a $ an example; a group has none. Below it stand its arguments and flags: `!` is
 * required, `...` may be given again, `= x` is the default, in brackets stand choices.
 */
export const COMMANDS = `
Start and run:
serve | Answer requests, ingest on schedule, and deliver events. | +log | $ --port 8081
  --host <address> | ${SETTINGS.host.meaning}
  --port <port> | ${SETTINGS.port.meaning}
  --public-url <url> | ${SETTINGS.publicUrl.meaning}
  --follow <url> | Serve what another Cardstock serves, without a configuration file; its key is in CARDSTOCK_FOLLOW_KEY.
  --no-work | Leave ingest and deliveries to a worker.
worker | Ingest on schedule and deliver events without serving; of several processes one is active, the others wait. | serve work +log | $ --database-url postgres://cardstock@db/cardstock
init | Write the configuration file; asks on a terminal, and tests the sources. | $ --catalog https://catalog.example/v2
  --games <names> , | Several of ${Object.keys(PROPOSED.games).join(', ')}: each from where it is usually read.
  --catalog <url> | A ${PROPOSED.catalogTitle}, such as ${PROPOSED.sources.catalog.url}.
  --catalog-files <url> | Its compiled files instead: the folder of cards.json, sets.json and series.json.
  --language <code> | Language of the catalog (default: en).
  --usd-market <url> | tcgcsv: https://tcgcsv.com/tcgplayer.
  --category <number> | The category of tcgcsv that is the game (default: ${PROPOSED.sources.usd_market.category}).
  --eur-market <url> | The price guide of Cardmarket.
  --justtcg-key <key> | A key of JustTCG: USD prices by condition.
  --user-agent <text> | Your contact, sent to every source: a name and an address.
  --no-test | Write the file without asking the sources.
  --force | Replace a file that is there.
doctor | Check everything the service stands on, each with its remedy; exits 3 when something is bad. | $ --public-url https://cards.example
  --public-url <url> | ${SETTINGS.publicUrl.meaning}
console-link | Print a link that opens the console once, within 30 minutes. | keys | $
demo | Try the demo games.
demo photo | Write a made-up photo of a card, to try the scan with. | scan demoPhotoOf +nothing | $ fl1-2 > photo.jpg
  <card> | A card of a demo game by its id.
  --seed <text> = 1 | Another photo of it for every text.
config | Look at the configuration.
config print | Show every setting and where it came from. | $ --json
Look after:
backup <file> | Copy the embedded store into one file while it is used, and verify the copy. | db | $ cardstock-monday.backup
restore <file> | Put such a copy in place. | db restoreFrom | $ cardstock-monday.backup --data ./restored
  --force | Into a data directory that is not empty; what it replaces is set aside.
completion | Print a script that completes commands and flags in a shell. | +nothing | $ bash
  <shell> (bash zsh fish) |
  --json | Print exactly one JSON document.
db | Look after the store.
db status | Show the schema and what is stored. | $
db migrate | Bring the schema up to date and show it. | $
db move | Move everything into an empty store on the other engine, and compare both. | $ --to postgres://cardstock@db/cardstock
  --to <place> ! | Where to: a postgres: address, or a directory for an embedded store.
Use the data:
get | Ask the running service. | $ /v1/cards -q q=vultwik -q limit=3
  <path> | Such as /v1/cards.
  -q, --query <name=value> ... | A parameter; may be given again.
${SERVICE}
  --public-url <url> | The same, as it was called before.
search | Ask the running service for cards, and show what each costs at least. | get | $ vultwick -q usd_max=500 --sort=-usd
  [words...] | What is searched for: a name, a number, or both.
  -q, --query <name=value> ... | A filter, such as rarity=Common or usd_max=500; may be given again.
  --filter <terms> | Field terms, such as --filter='hp>=150 -type:fire': docs/fields.md.
  --sort <sort> | name, released, usd, eur or a field of numbers, descending with a minus.
  --game <game> | Only cards of this game.
  --lang <language> | The language that names are shown in.
  --limit <count> = 20 | How many.
${SERVICE}
follow | Look after a service that follows another.
follow verify | Compare what is here with the origin, file by file, and mend what differs. | $
pictures | Look after the pictures that are kept.
pictures status | Show how many are kept, and how much room they take. | $
pictures fetch | Fetch those that are not there yet, until there is no more room. | $ --game magic
  --game <game> | Only those of this game.
pictures prune | Delete what no card names any more. | $ --to-gb 2
  --to-gb <gigabytes> | And the longest unused, until so many are left.
export | Write out what is stored.
export files <dir> | Write the whole catalog as files with a manifest, as they are served. | prices | $ ./out
export prices [file] | Write the price history as lines of JSON. | prices exportPricesTo | $ prices.ndjson
import | Read in what was written out.
import days | Read days of prices from files; the same files again change nothing. | import-days importDaysFrom | $ card_prices.game.usd.2026-05.ndjson.gz --dry-run
  <files...> | Files or addresses of days and months, under their names.
${IMPORTED}
import prices [file] | Read lines of prices; the same lines again change nothing. | import-days importPricesFrom | $ prices.ndjson
${IMPORTED}
scan | Recognise cards on photos.
scan photo | Say which card a photo shows; the word photo may be left out. | scan scan +default | $ photo.jpg
  <file> | A photo of one card.
${SERVICE}
  --game <game> | Only cards of this game.
  --lang <language> | The language that names are shown in.
  --all | Each of up to twelve cards on the photo.
  --report <dir> | Write the photo, the answer and how it came about into this new folder; nothing is sent.
scan fit | Train the scan on the pictures of this catalog. | scan-fit | $ --seed 2
  --seed <number> = 1 | The same pictures with the same seed give the same model.
price | Price a list: which cards it means, what they cost, and what all come to. | $ collection.csv --csv priced.csv
  <file> | A list of cards as CSV: of an app, a marketplace, or your own.
  --game <game> | The game of rows that name none.
  --lang <language> | The language that names are shown in.
  --csv <file> | Write the list there, with what was found behind its columns.
${SERVICE}
mcp | Give an assistant on this machine tools, over standard input and output. | +config | $ --url http://127.0.0.1:8080
${SERVICE}
Read sources:
ingest | Run sources by hand.
ingest run | Run a source now. | $ usd_market --from 2026-01-01 --to 2026-01-31
  <source> | A source by its name, all, or scan for the index of pictures.
  --accept-prune | Delete printings even when they are more than 1 % of all, and accept groups of prices that shrank.
  --from <day> | Read older days, from this one; for sources whose address holds {day}.
  --to <day> | The last of the days to read; without --from the only one.
ingest runs | Show the newest runs. | $ --limit 5
  --limit <count> = 20 | How many runs.
ingest held | Show what guards leave out: part, reason, since when. | $ --json
ingest accept | Take what is left out as it is, with the next run of its source. | $ usd_market
  <id-or-source> | A part by its id, or all of a source.
  --part <part> | Only this part of the source.
sources | Look at the configured sources.
sources list | Show the sources. | $
sources test | Read one document of each source. | $ --json
games | Look at the games of the store.
games list | Show each game, what its ids begin with, and how many records it has. | $
games remove | Delete a game, and notify subscribers that its cards and products are deleted. | $ chess --yes
  <name> | A game that is not configured any more.
  --yes | Really delete its records and their prices.
audit | Show which marketplace ids are withheld, which printings are unmatched, and why. | explain | $ --json
  --format <form> (upstream) | upstream: JSON of ids that are wrong, by the file in which the catalog keeps them.
explain | Show where each price of a card comes from, or why there is none. | $ fl1-2
  <card> | A card by its id.
prices | Look after stored prices.
prices forget | Take what a source said of one day out again, as if it had never been read. | $ --source eur_market --day 2029-11-25 --dry-run
  --source <name> ! | The source that said them.
  --day <day> ! | The day to remove; it may lie in the future.
  --dry-run | Say what would go, and change nothing.
prices verify | Derive current amounts anew from kept documents, and say which differ. | $ --sample 10000 --json
  --sample <count> = 1000 | How many amounts.
Keys and events:
keys | Manage API keys.
keys create | Make a key; it is shown once. | $ --name shop --scope read,scan --rate 600 --expires 90d
  --name <name> ! | What the key is for.
  --scope <scopes> , = read | read, scan, admin; several with commas.
  --rate <per-minute> | Requests a minute; 0 for no budget.
  --rate-day <per-day> | Requests a day beside that.
  --games <names> | The only games that it sees; several with commas.
  --addresses <ranges> , | Where it may be used, such as 203.0.113.0/24; several with commas.
  --expires <span> | Ends after e.g. 90d.
keys list | Show the keys. | $
${PAGES}
keys usage <id> | Show what a key was used for, by day, route and status. | $ K7QF --days 7
  --days <n> = 31 | Days up to today.
keys revoke <id> | End a key at once. | $ K7QF
keys link <id> | Print an address that downloads one file without a key, until it or the key ends. | $ K7QF --file card_prices.game.usd.csv --expires 30d
  --file <name> ! | The file by its name in the manifest, without digest the newest; or events.atom.
  --expires <span> = 90d | Ends after so long.
  --revoke | End all links of the key to this file that were made so far.
keys rotate <id> | Replace a key by a new one like it. | $ K7QF --grace 2h
  --grace <span> = 24h | How long the old key goes on.
subscriptions | Manage webhook subscriptions.
subscriptions create | Make a subscription; its secret is shown once. | $ --url https://shop.example/hooks --events 'game.card_prices.*'
  --url <url> ! | Where events are sent: a public https: address.
  --events <names> , | Event names or patterns such as 'game.*'; several with commas.
  --watch <rules> | Rules of prices: JSON, or @FILE.
  --format <format> (${FORMATS.join(' ')}) | What is posted.
  --signature <version> (${SIGNATURES.join(' ')}) | v1: a shared secret; v1a: a public key.
  --ordered | One delivery at a time, in the order of the feed.
  --allow-private | Let the address lie in your own network, and be plain http:.
subscriptions list | Show the subscriptions and how they fare. | $
${PAGES}
subscriptions test <id> | Send a sample now and show what came back. | $ sub_1
  --event <name> | Which event; by default the first that is wanted.
subscriptions deliveries <id> | Show the newest deliveries. | $ sub_1 --state failed
  --state <state> | Only pending, delivered or failed ones.
  --attempts | Show single attempts with what was answered.
  --limit <count> = 50 | How many.
subscriptions replay <id> | Send events again. | $ sub_1 --since 2026-05-01T00:00:00Z
  --event <event-id> | One event, by its id.
  --since <time> | Every event since this time (ISO 8601).
subscriptions pause <id> | Hold deliveries back. | $ sub_1
subscriptions resume <id> | Let deliveries go out again, what has waited included. | $ sub_1
subscriptions delete <id> | Remove a subscription and what waits for it. | $ sub_1
subscriptions rotate <id> | Make a new secret; the old one signs too for 24 hours. | $ sub_1
events | Try events out.
events trigger <name> | Send a sample to every subscription that wants it. | subscriptions | $ game.cards.updated
listen | Show events as they happen. | +config | $ --events 'game.cards.*' --forward-to http://127.0.0.1:3000/
${SERVICE}
  --events <events> | Only these: names or patterns, separated by commas.
  --json | Print each event whole, a line of JSON each.
  --forward-to <url> | Send each event on to this address, signed.
`;
