import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

// Checks the licences of all packages in the lock files, which copy them from the packages.

interface LockedPackage {
  license?: string
  dev?: boolean
}

const packagesIn = (file: string) =>
  Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }).packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ...entry,
    }))

const packages = ['package-lock.json', 'console/package-lock.json'].flatMap(packagesIn)

/** Licences that permit distribution with software under the AGPL. */
const compatible =
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 MPL-2.0 Unlicense CC0-1.0 Bitstream-Vera'.split(' ')

/** Packages whose metadata names no licence that can be compared, with what their licence file says. */
const read_by_hand: Record<string, string> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  'png-js': 'MIT',
}

describe('the licences of dependencies', () => {
  test('permit distribution with Muster', () => {
    assert.ok(packages.length > 300)
    const others = packages
      .filter(({ name }) => !(name in read_by_hand))
      .filter(({ license = '' }) => !choicesIn(license).some(choice => compatible.includes(choice)))
    assert.deepEqual(others, [])
  })

  test('that were read by hand belong to installed packages', () => {
    const names = new Set(packages.map(({ name }) => name))
    assert.deepEqual(
      Object.keys(read_by_hand).filter(name => !names.has(name)),
      [],
    )
    for (const licence of Object.values(read_by_hand)) assert.ok(compatible.includes(licence), licence)
  })
})

/** The licences of which one can be chosen. */
function choicesIn(expression: string) {
  return expression.replace(/^\((.*)\)$/, '$1').split(/ or /i)
}
