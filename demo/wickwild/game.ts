/** The demo game's name, as it stands in documents and in configurations. */

/** The name in words. */
export const GAME_NAME = 'Wickwild';

/** The name as sources that carry several games know it. */
export const demoGame = 'wickwild';

/** The game's number among the categories of the USD side. */
export const demoCategory = 901;
