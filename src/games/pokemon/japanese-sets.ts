/** What Japan's expansions are called in English, at shops and among collectors; those that share a name with another are left out. */

const SETS = `PMCG2 Pokemon Jungle; PMCG3 Mystery of the Fossils; PMCG4 Rocket Gang; PMCG5 Leaders' Stadium;
  PMCG6 Challenge from the Darkness; neo1.ja Gold Silver to a New World; neo2.ja Crossing the Ruins;
  neo3.ja Awakening Legends; neo4.ja Darkness and to Light; VS1 Pokemon VS; web1 Pokemon Web; E2 The Town on No Map;
  E3 Wind from the Sea; E4 Split Earth; E5 Mysterious Mountains; ADV2 Miracle of the Desert; ADV3 Rulers of the Heavens;
  ADV4 Magma vs Aqua: Two Ambitions; ADV5 Undone Seal; PCG1 Flight of Legends; PCG2 Clash of the Blue Sky;
  PCG3 Rocket Gang Strikes Back; PCG4 Golden Sky Silvery Ocean; PCG5 Mirage Forest; PCG6 Holon Research Tower;
  PCG7 Holon Phantom; PCG8 Miracle Crystal; PCG9 Offense and Defense of the Furthest Ends; PCG10 World Champions Pack;
  L1a HeartGold Collection; L1b SoulSilver Collection; L2 Reviving Legends; LL Lost Link; L3 Clash at the Summit;
  XY1a Collection X; XY1b Collection Y; XY2 Wild Blaze; XY3 Rising Fist; XY4 Phantom Gate; XY5a Gaia Volcano;
  XY5b Tidal Storm; XY6 Emerald Break; XY7 Bandit Ring; CP2 Legendary Shine Collection; XY8a Blue Shock; XY8b Red Flash;
  CP3 PokeKyun Collection; XY9 Rage of the Broken Heavens; XY10 Awakening Psychic King; CP4 Premium Champion Pack;
  XY11b Cruel Traitor; XY The Best of XY; SM1M Collection Moon; SM1S Collection Sun; SM2K Islands Await You;
  SM2L Alolan Moonlight; SM3H To Have Seen the Battle Rainbow; SM3N Darkness that Consumes Light;
  SM4A Ultradimensional Beasts; SM4S Awakened Heroes; SM6a Dragon Storm; SM6b Champion Road; SM7 Sky-Splitting Charisma;
  SM7a Thunderclap Spark; SM7b Fairy Rise; SM8 Super-Burst Impact; SM8a Dark Order; SM8b GX Ultra Shiny; SM9 Tag Bolt;
  SM9a Night Unison; SM9b Full Metal Wall; SM10 Double Blaze; SM10a GG End; SM10b Sky Legend; SM11 Miracle Twin;
  SM11a Remix Bout; SM11b Dream League; SM12 Alter Genesis; SM12a Tag All Stars, Tag Team GX All Stars; S1a VMAX Rising;
  S2 Rebellion Crash; S2a Explosive Walker; S3 Infinity Zone; S3a Legendary Heartbeat; S4 Amazing Volt Tackle;
  S4a Shiny Star V; S5I Single Strike Master; S5R Rapid Strike Master; S5a Matchless Fighters, Peerless Fighters;
  S6H Silver Lance; S6K Jet-Black Spirit, Jet-Black Poltergeist; S6a Eevee Heroes; S7D Skyscraping Perfection;
  S7R Blue Sky Stream; S8 Fusion Arts; S8a 25th Anniversary Collection; S8b VMAX Climax; S9 Star Birth; S9a Battle Region;
  S10D Time Gazer; S10P Space Juggler; S10a Dark Phantasma; S11 Lost Abyss; S11a Incandescent Arcana;
  S12 Paradigm Trigger; S12a VSTAR Universe; SV1S Scarlet ex; SV1V Violet ex; SV1a Triplet Beat; SV2D Clay Burst;
  SV2P Snow Hazard; SV2a Pokemon Card 151, Japanese Scarlet & Violet 151, Pokemon Japanese Scarlet & Violet 151; SV3 Ruler of the Black Flame; SV3a Raging Surf; SV4K Ancient Roar;
  SV4M Future Flash; SV4a Shiny Treasure ex; SV5K Wild Force; SV5M Cyber Judge; SV5a Crimson Haze;
  SV6 Mask of Change, Transformation Mask; SV6a Night Wanderer; SV7 Stellar Miracle; SV7a Paradise Dragona;
  SV8 Super Electric Breaker; SV8a Terastal Festival ex, Terastal Fest ex; SV9 Battle Partners;
  SV9a Heat Wave Arena, Hot Air Arena; SV10 Glory of Team Rocket; M1L Mega Brave; M1S Mega Symphonia; M2 Inferno X;
  M2a Mega Dream ex; M3 Nihil Zero, Munikis Zero; M4 Ninja Spinner; M5 Abyss Eye; M6 Storm Emeralda`;

/** By the id of the set. */
export const JAPANESE_SETS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SETS.split(/;\s+/).map((each) => {
    const [, id = '', names = ''] = /^(\S+)\s+(.+)$/.exec(each) ?? [];
    return [id, names.split(/,\s+(?=[A-Z])/)];
  }),
);
