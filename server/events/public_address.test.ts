import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { promises } from 'node:dns'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dnsResolver, isPublicAddress, publicLookup } from './public_address.ts'
import { webhookClient } from './webhook_client.ts'

const octet = fc.integer({ min: 0, max: 255 })
const word = fc.integer({ min: 0, max: 0xffff }).map(n => n.toString(16))
const v4 = (...parts: fc.Arbitrary<number>[]) => fc.tuple(...parts).map(numbers => numbers.join('.'))
const one = (n: number) => fc.constant(n)
const between = (min: number, max: number) => fc.integer({ min, max })
const v6 = (...first: string[]) =>
  fc
    .array(word, { minLength: 8 - first.length, maxLength: 8 - first.length })
    .map(rest => [...first, ...rest].join(':'))

const inward: Record<string, fc.Arbitrary<string>> = {
  'this network': v4(one(0), octet, octet, octet),
  'private 10': v4(one(10), octet, octet, octet),
  'private 172.16': v4(one(172), between(16, 31), octet, octet),
  'private 192.168': v4(one(192), one(168), octet, octet),
  loopback: v4(one(127), octet, octet, octet),
  'link-local, with cloud metadata': v4(one(169), one(254), octet, octet),
  'carrier-grade NAT': v4(one(100), between(64, 127), octet, octet),
  benchmarks: v4(one(198), between(18, 19), octet, octet),
  'multicast, reserved, broadcast': v4(between(224, 255), octet, octet, octet),
  'IPv4 mapped to IPv6': v4(octet, octet, octet, octet).map(address => `::ffff:${address}`),
  'translated (NAT64)': v4(octet, octet, octet, octet).map(address => `64:ff9b::${address}`),
  'local NAT64': v6('64', 'ff9b', '1'),
  'unique local': fc.tuple(between(0xfc00, 0xfdff), v6('0')).map(([n, rest]) => `${n.toString(16)}:${rest.slice(2)}`),
  'link-local of IPv6': v6('fe80'),
  'multicast of IPv6': v6('ff02'),
  '6to4': v6('2002'),
  Teredo: v6('2001', '0'),
  documentation: v6('2001', 'db8'),
}

describe('addresses that are not public', () => {
  for (const [name, addresses] of Object.entries(inward))
    test(name, () => fc.assert(fc.property(addresses, address => assert.equal(isPublicAddress(address), false))))

  test('single addresses, and invalid ones', () => {
    for (const address of ['::', '::1', '255.255.255.255', '', 'localhost', '1.2.3', '2606:4700::1%eth0', '8.8.8.8 '])
      assert.equal(isPublicAddress(address), false, address)
  })
})

test('ordinary addresses are public', () => {
  for (const address of [
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a01:4f8::1',
  ])
    assert.equal(isPublicAddress(address), true, address)
})

describe('a host name', () => {
  const leadsTo = (...addresses: string[]) =>
    publicLookup(async () => addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })))
  const found = (look: ReturnType<typeof publicLookup>, all: boolean) =>
    new Promise((resolve, reject) =>
      look('example.org', { all }, (error, address) => (error ? reject(error) : resolve(address))),
    )

  test('connects to its resolved address, without a second lookup', async () => {
    const address = '93.184.216.34'
    assert.deepEqual(await found(leadsTo(address), true), [{ address, family: 4 }])
    assert.equal(await found(leadsTo(address, '2606:4700::1'), false), address)
  })

  test('is looked up once for all connections of a client', async () => {
    let asked = 0
    const look = publicLookup(async () => {
      asked++
      return [{ address: '93.184.216.34', family: 4 }]
    })
    await Promise.all(Array.from({ length: 8 }, () => found(look, true)))
    assert.equal(asked, 1)
  })

  test('with a silent nameserver is not connected to, and delays no other lookup', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    const resolver = new promises.Resolver({ timeout: 500, tries: 1 })
    resolver.setServers([`127.0.0.1:${silent.address().port}`])
    const ended: string[] = []
    const stuck = Array.from({ length: 20 }, (_, n) =>
      assert
        .rejects(found(publicLookup(dnsResolver(resolver)), true), /no address/)
        .finally(() => ended.push(`stuck ${n}`)),
    )
    await promises.lookup('localhost').finally(() => ended.push('other'))
    await Promise.all(stuck)
    silent.close()
    assert.equal(ended[0], 'other')
  })

  test('with any private address is not connected to', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['93.184.216.34', '::1'], []])
      await assert.rejects(found(leadsTo(...addresses), true), /public internet/)
  })
})

describe('nothing is sent', () => {
  const { signal } = new AbortController()
  for (const url of ['http://93.184.216.34/', 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/'])
    test(`to ${url}`, async () => {
      const line = webhookClient(url, false)
      const { status, error } = await line.post({}, '{}', signal)
      line.close()
      assert.equal(status, null)
      assert.match(error, /public internet|not https|no address/)
    })
})
