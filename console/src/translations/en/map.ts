export const map = {
  label: 'Map',
  list: 'List',
  as: 'Show as',
  nearer: 'Nearer',
  farther: 'Farther',
  fit: 'Show everything',
  keys: 'Arrow keys move the map, plus and minus bring it nearer and farther, 0 shows everything. The list holds the same.',
  no_streets:
    'Countries and a grid: this map has no streets of its own, only the names of those on your list. Whoever runs Muster can add tiles.',
  cluster_one: '{{count}} place, {{done}} done',
  cluster_other: '{{count}} places, {{done}} done',
  chosen: 'Chosen on the map',
  close_chosen: 'Put away what was chosen',
  show_place: 'Show on the map',
}
