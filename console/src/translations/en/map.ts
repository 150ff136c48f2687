export const map = {
  label: 'Map',
  list: 'List',
  as: 'Show as',
  zoom_in: 'Zoom in',
  zoom_out: 'Zoom out',
  fit: 'Show all',
  keys: 'Arrow keys move the map, plus and minus zoom, 0 shows all. The list has the same content.',
  no_streets: 'This map shows countries and a grid, without streets. The operator of Muster can add map tiles.',
  chosen: 'Selected on the map',
  close_chosen: 'Close the selection',
  own_position: 'You are here',
  show_place: 'Show on the map',
}
