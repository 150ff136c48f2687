import { type HomeStreet, type Names, words } from '../data.ts'

// The names and addresses that the demo combines into contacts.

export const bristolian: Names = {
  women: words(`
    Abigail Aisha Alice Amelia Amina Beth Bronwen Carol Charlotte Christine Deborah Eleanor Emily Faith Fiona Gemma Grace Hannah Hodan Isla
    Jacqueline Janet Jasmine Jessica Jodie Karen Kate Keisha Leah Linda Lucy Margaret Maryam Megan Nasra Niamh Olivia Pauline Priya Rebecca
    Ruth Samira Sandra Sharon Shirley Sophie Susan Tamara Tracey Valerie Wendy Yasmin Zainab Zoe`),
  men: words(`
    Aaron Abdi Adam Alan Andrew Ben Brian Callum Carl Colin Craig Daniel Darren David Dwayne Edward Finn Gareth George Graham Harry Hassan
    Ian Jack Jamal Jason Jermaine Keith Kieran Leon Liam Luke Malcolm Marcus Martin Nathan Neil Noah Oliver Owen Patrick Paul Peter Raj Rhys
    Robert Roger Ryan Sam Sean Simon Stephen Terry Tom Trevor William Winston Yusuf`),
  surnames: words(`
    Abbott Adeyemi Ahmed Ali Allen Atkins Bailey Baker Begum Bennett Bishop Boateng Bowen Brooks Burgess Campbell Chapman Clarke Coles Cooper
    Curtis Davies Dunn Edwards Evans Farah Fowler Gibbs Gordon Grant Griffiths Hall Harding Harvey Hill Holloway Hussain Jarvis Jenkins Johal
    Jones Kaur Khan King Lawrence Lewis Llewellyn Lovell Marsh Mohamed Moore Morgan Nash Nicholls Osman Page Parsons Patel Payne Pearce Perry
    Phillips Powell Pritchard Reynolds Richards Roberts Sanders Sharp Shaw Simmonds Singh Smith Spencer Stone Summers Taylor Thorne Tucker
    Vaughan Walsh Warren Watkins Webb Weston White Williams Withers Wood Wright Yeo Young`),
  towns: words(
    'Bristol Bath Cardiff Newport Gloucester Swindon Birmingham Weston-super-Mare Plymouth Exeter Taunton Swansea London Leeds',
  ),
  country: 'GB',
}

/** People who came from Ireland. */
export const irish: Names = {
  women: words('Aoife Bríd Caoimhe Deirdre Eimear Gráinne Maeve Orla Róisín Sinéad Siobhán Una'),
  men: words('Brendan Cathal Cian Conor Declan Eoin Fergal Niall Oisín Pádraig Rory Tadhg'),
  surnames: words('Brennan Byrne Daly Doyle Fitzgerald Gallagher Keane Lynch Mulcahy Nolan Quinn Ryan Sheehan Walsh'),
  towns: words('Dublin Cork Galway Limerick Waterford Sligo'),
  country: 'IE',
}

/** Streets of Bristol, with where they are. */
export const streets: HomeStreet[] = [
  ['Cumberland Road', 'BS1 6UG', 'Bristol', 51.4467, -2.6068],
  ['Coronation Road', 'BS3 1RN', 'Bristol', 51.4452, -2.6052],
  ['North Street', 'BS3 1JA', 'Bristol', 51.4416, -2.6065],
  ['East Street', 'BS3 4HH', 'Bristol', 51.4421, -2.5947],
  ['West Street', 'BS3 3LH', 'Bristol', 51.4366, -2.6022],
  ['Hotwell Road', 'BS8 4UB', 'Bristol', 51.4504, -2.6177],
  ['Redcliff Hill', 'BS1 6TJ', 'Bristol', 51.447, -2.5901],
  ['Victoria Street', 'BS1 6BY', 'Bristol', 51.4526, -2.5879],
  ['Stapleton Road', 'BS5 0PP', 'Bristol', 51.4639, -2.5697],
  ['Church Road', 'BS5 9LL', 'Bristol', 51.4598, -2.5541],
  ['Gloucester Road', 'BS7 8TY', 'Bristol', 51.4769, -2.5909],
  ['City Road', 'BS2 8UH', 'Bristol', 51.4637, -2.5843],
  ['Ashley Road', 'BS6 5NT', 'Bristol', 51.466, -2.5843],
  ['Wells Road', 'BS4 2AX', 'Bristol', 51.4405, -2.573],
  ['Filwood Broadway', 'BS4 1JL', 'Bristol', 51.4258, -2.5884],
  ['Bishopsworth Road', 'BS13 7LN', 'Bristol', 51.4207, -2.613],
  ['High Street', 'BS15 4AA', 'Kingswood', 51.4616, -2.5057],
  ['Regent Street', 'BS15 8HP', 'Kingswood', 51.4626, -2.5108],
]
