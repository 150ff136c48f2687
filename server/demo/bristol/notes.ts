import type { DemoNotes } from '../data.ts'

export const notes: DemoNotes = {
  notes: [
    [0, 0, 4, 'Best reached **after 6 pm**. Happy to hold the first meeting in her kitchen.', true],
    [
      0,
      3,
      18,
      'Repairs still outstanding:\n\n- damp in the back bedroom\n- front door lock\n- lift out of order since May',
    ],
    [0, 1, 60, 'Met at the summer fair. @0, could you invite her to the next meeting?'],
    [1, 3, 5, 'Can borrow the school hall on Thursdays. @0, shall we say yes?'],
    [3, 0, 7, 'Knows everyone on Harbour Road. Ask her before the next door knock.', true],
    [5, 2, 11, 'Rent went up by 9% in April. Has kept every letter.'],
    [7, 0, 25, 'Retired solicitor, can look over letters to the landlord.'],
    [9, 1, 33, 'Reporter at the Bath paper. Prefers email, never call before noon.'],
    [10, 4, 2, 'Took thirty leaflets for the block.'],
  ],
  tasks: [
    [0, 0, 0, -1, 'Ring back about the kitchen meeting'],
    [5, 0, 0, 0, 'Collect copies of the rent letters'],
    [3, 0, 1, 2, 'Walk Harbour Road with the new leaflets'],
    [7, 0, 0, 9, 'Ask for a second look at the repairs letter'],
    [1, 3, 0, 3, 'Confirm the school hall'],
    [9, 1, 3, -2, 'Send the damp survey to the Bath paper'],
    [null, 0, 0, null, 'Find a room for thirty people'],
    [null, 0, 4, 16, 'Update the welcome pack'],
    [10, 0, 0, -6, 'Welcome call', true],
    [5, 2, 2, -9, 'Write to the agent about the boiler', true],
  ],
  relationships: [
    [0, 1, 'partner'],
    [0, 2, 'child'],
    [1, 2, 'child'],
    [5, 6, 'sibling'],
    [3, 4, 'other', 'next-door neighbour'],
    [0, 10, 'colleague'],
  ],
  households: [
    [0, 1, 2],
    [5, 6],
  ],
  householdName: surname => `${surname} household`,
}
