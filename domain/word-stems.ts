// Words without their endings, by the rules of Snowball's Russian stemmer (https://snowballstem.org/algorithms/russian/stemmer.html), so
// that a question finds a text in which its words have other forms. Pure.
import { beginningOf } from '#contract/cut-text.ts'
import { foldedText, wordsVersion } from './search-words.ts'

/** Changed together with the rules below: an index of another version is built anew. */
export const stemsVersion = 100 * wordsVersion + 1

const wordLengthMax = 40

const perfective = /(?:ив|ивши|ившись|ыв|ывши|ывшись|(?<=[ая])(?:в|вши|вшись))$/
const reflexive = /с[яь]$/
const adjective =
  /(?:(?:ивш|ывш|ующ|(?<=[ая])(?:ем|нн|вш|ющ|щ))?(?:ее|ие|ые|ое|ими|ыми|ей|ий|ый|ой|ем|им|ым|ом|его|ого|ему|ому|их|ых|ую|юю|ая|яя|ою|ею))$/
const verb =
  /(?:ила|ыла|ена|ейте|уйте|ите|или|ыли|ей|уй|ил|ыл|им|ым|ен|ило|ыло|ено|ят|ует|уют|ит|ыт|ены|ить|ыть|ишь|ую|ю|(?<=[ая])(?:ла|на|ете|йте|ли|й|л|ем|н|ло|но|ет|ют|ны|ть|ешь|нно))$/
const noun =
  /(?:а|ев|ов|ие|ье|е|иями|ями|ами|еи|ии|и|ией|ей|ой|ий|й|иям|ям|ием|ем|ам|ом|о|у|ах|иях|ях|ы|ь|ию|ью|ю|ия|ья|я)$/
const derived = /[^аеиоуыэюя][аеиоуыэюя]+[^аеиоуыэюя]+[аеиоуыэюя].*ость?$/

/** The first of the endings that is there is taken off; null: none is. */
function without(text: string, ...endings: readonly RegExp[]): string | null {
  const ending = endings.find((one) => one.test(text))
  return ending === undefined ? null : text.replace(ending, '')
}

function russianStem(word: string): string {
  const vowel = word.search(/[аеиоуыэюя]/)
  if (vowel < 0) return word
  const [start, rest] = [word.slice(0, vowel + 1), word.slice(vowel + 1)]
  const plain = rest.replace(reflexive, '')
  const first = without(rest, perfective) ?? without(plain, adjective, verb, noun) ?? plain
  const second = first.replace(/и$/, '')
  const third = derived.test(start + second) ? second.replace(/ость?$/, '') : second
  return (
    start +
    third
      .replace(/ейше?$/, '')
      .replace(/нн$/, 'н')
      .replace(/ь$/, '')
  )
}

const latinStem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word)

/** @param word of `foldedText` */
function stemOf(word: string): string {
  const cut = beginningOf(word, wordLengthMax)
  if (/^[а-я]+$/.test(cut)) return russianStem(cut)
  return /^[a-z]+$/.test(cut) ? latinStem(cut) : cut
}

/** Words that say nothing of what a text is about. */
const stopWords = new Set(
  `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему теперь
  когда даже ну ли если уже или ни быть был него до вас опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их
  чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой ним здесь этом мой тем чтобы нее
  были куда зачем всех при наконец об хоть после над больше тот через эти нас про них какая какие каков какова каково каковы какого какую каким
  какими каких каком какое много эту моя свою этой перед лучше том такой им всегда всю между это эта этих этим сколько который которая которое
  которые которого которой которую которым которыми которых котором скольких почему кому кого кем чему чей чья чье чьи ком ком-то лишь
  the a an of to in on at for and or is are was were what which who how many much when where why with by from that this it be as`
    .split(/\s+/)
    .filter(Boolean)
)

/** @param word of `foldedText` */
const isStopWord = (word: string): boolean => stopWords.has(word) || !/..|\p{N}/u.test(word)

/** The stems of a text, each once, in their order. @param known stems of words that came before, to which new ones are added */
export function stemsIn(text: string, known = new Map<string, string>()): string[] {
  const stems = new Set<string>()
  for (const word of foldedText(text).split(' ')) {
    if (word === '' || isStopWord(word)) continue
    const stem = known.get(word) ?? stemOf(word)
    known.set(word, stem)
    stems.add(stem)
  }
  return [...stems]
}
