import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiTargets, floorTargets } from './api/subjects.ts'
import { migrate, seedPeople } from './first-word/people.ts'
import { pinLoad, signingSettings, startFloor, startProductWorker, startUpstream } from './first-word/servers.ts'
import { takeTurn, shareOf } from './first-word/turns.ts'
const befores = (process.argv[4] ?? '/tmp/h-api/before').split(',')
const rounds = Number(process.argv[3] ?? 5)
const only = (process.argv[2] ?? '50').split(',')
const all: any = {
  '1': { lanes: 1, shape: { chunks: 10, pauseMs: 5 }, forMs: 1500 },
  '10': { lanes: 10, shape: { chunks: 50, pauseMs: 10 }, forMs: 2000 },
  '50': { lanes: 50, shape: { chunks: 50, pauseMs: 20 }, forMs: 2500 },
  k: { lanes: 1, shape: { chunks: 10, pauseMs: 5, promptBytes: 100_000 }, forMs: 1500 },
  calls: { lanes: 8, shape: { chunks: 1, pauseMs: 1 }, forMs: 1500 },
  burst: { lanes: 50, shape: { chunks: 3, pauseMs: 300 }, forMs: 1500, isBurst: true },
  cold: { lanes: 50, shape: { chunks: 3, pauseMs: 300 }, forMs: 300, isBurst: true }
}
pinLoad()
const folder = mkdtempSync(join(tmpdir(), 'api-cmp-'))
const upstream = await startUpstream(folder)
const place = { folder, upstreamUrl: upstream.url, settings: signingSettings() }
const seeding = await startProductWorker(place, 'seeded', 'bench/first-word/workers/seeded.ts')
await migrate(seeding.miniflare)
const people = await seedPeople(seeding.server.url, 50)
await seeding.server.stop()
const floor = await startFloor(place)
const olds = []
for (const [i, b] of befores.entries()) if (b !== 'none') olds.push({ name: 'before' + (i || ''), server: (await startProductWorker(place, 'before' + i, '', b)).server })
const product = (await startProductWorker(place, 'product', 'worker/index.ts')).server
const subjects: any[] = [
  { name: 'floor', server: floor, targets: () => floorTargets(place, people, floor) },
  ...olds.map(({ name, server }) => ({ name, server, targets: async () => apiTargets(people, server) })),
  { name: 'after', server: product, targets: async () => apiTargets(people, product) }
]
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms))
for (const which of only) {
  const got: any = {}
  for (let round = 0; round <= rounds; round++) {
    if (which === 'cold' && round > 0) await wait(11_000)
    for (const s of round % 2 ? subjects : subjects.toReversed()) {
      const t = await takeTurn(s, all[which], round ? all[which].forMs : 800)
      if (round) (got[s.name] ??= []).push({ cpu: t.cpuMs, first: shareOf(t.firstMs, 0.5), work: shareOf(t.workMs, 0.5) })
    }
  }
  const med = (n: string, k: string) => shareOf(got[n].map((x: any) => x[k]), 0.5)
  for (const { name } of subjects) console.log(which.padEnd(6), name.padEnd(8), 'cpu', med(name, 'cpu').toFixed(2), (med(name, 'cpu') / med('floor', 'cpu')).toFixed(2) + 'x', 'min', Math.min(...got[name].map((x: any) => x.cpu)).toFixed(2), '| first', med(name, 'first').toFixed(2), '| work', med(name, 'work').toFixed(2), '| rounds', got[name].map((x: any) => x.cpu.toFixed(1)).join(' '))
}
for (const s of subjects) await s.server.stop()
await upstream.stop(); rmSync(folder, { recursive: true, force: true }); process.exit(0)
