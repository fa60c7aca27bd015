/** How often others would have had their turn while this ran: a count, so that no slow machine changes it. */
export async function turnsOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  try {
    return { result: await work(), turns }
  } finally {
    isOver = true
  }
}
