/** The heights of the cards while they load, so that nothing moves. */
export const trend_heights = { money: 276, talks: 222 }
