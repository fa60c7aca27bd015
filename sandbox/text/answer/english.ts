// Turns Russian descriptions of pictures into English: words with a known stem are translated, all others are
// transliterated.

const LONGEST_ENDING = 4
/** Shorter words must match as a whole: «и» is not a stem of «иней». */
const SHORTEST_STEM = 3

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  `а a,б b,в v,г g,д d,е e,ё yo,ж zh,з z,и i,й y,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х kh,ц ts,ч ch,ш sh,щ shch,ъ ,ы y,ь ,э e,ю yu,я ya,і i,ї yi,є ye,ґ g,ў u`
    .split(',')
    .map((pair) => pair.split(' '))
)

/** A marker such as `[name:value]` is copied unchanged. */
const MARKER = /(\[[^\s:[\]]+:[^\s[\]]*\])/
const FOREIGN_WORD = /(?:(?!\p{Script=Latin})\p{L}[\p{M}’'-]?)+/gu

/** The text in English; markers in square brackets stay unchanged. */
export const englishOf = (text: string): string =>
  text
    .split(MARKER)
    .map((part) => (MARKER.test(part) ? part : part.replaceAll(FOREIGN_WORD, inEnglish)))
    .join('')

function inEnglish(word: string): string {
  const lower = word.toLowerCase()
  const english = STEMS.find(([stem]) => isFormOf(lower, stem))?.[1] ?? spelled(lower)
  return word === lower ? english : english.charAt(0).toUpperCase() + english.slice(1)
}

function isFormOf(word: string, stem: string): boolean {
  if (stem.length < SHORTEST_STEM) return word === stem
  return word.startsWith(stem) && word.length - stem.length <= LONGEST_ENDING
}

/** Transliterates Cyrillic letters; any other letter becomes "x". */
const spelled = (word: string): string =>
  [...word].map((letter) => LETTERS[letter] ?? (/\p{L}/u.test(letter) ? 'x' : letter)).join('')

// Russian stems of words common in descriptions of pictures, with their English translations. A word matches a stem
// whatever its ending; the longest matching stem wins.
const pages = `
автомобил car | акварел watercolour | анимаци animation | апельсин orange | архитектур architecture | аэроплан aeroplane
бабочк butterfly | байкал Baikal | башн tower | бегущ running | белк squirrel | бел white | берег shore | берёз birch | библиотек library
бирюзов turquoise | больш large | борщ borscht | букет bouquet | бумаг paper | бумажн paper | быстр fast
в in | вазон flowerpot | ваз vase | велосипед bicycle | венк wreath | веранд porch | верблюд camel | вершин summits | весел cheerful | весн spring | весенн spring
ветер wind | ветр wind | вечер evening | вечерн evening | вид view | винтов spiral | вишн cherry | вод water | водопад waterfall | волк wolf | волн waves
волшебн magical | ворот gates | восход sunrise | высок high | выход exit
гавань harbour | газет newspaper | глаз eyes | глубок deep | голуб light blue | гор mountains | горн mountain | город city | гранат pomegranates | гроз thunderstorm | груш pear
дали distance | девочк girl | девушк young woman | дельфин dolphin | деревн village | дерев tree | деревянн wooden | детализаци detail | детск children's | джаз jazz | дивн wondrous
дом house | домик cottage | дорог road | дождлив rainy | дожд rain | дожде rain | дракон dragon | древн ancient | дым smoke
еж hedgehog | ель fir tree | ёж hedgehog | живопис painting | жёлт yellow | женщин woman | журавл cranes
за behind | заброшенн abandoned | забор fence | закат sunset | замк castle | замок castle | звезд stars | звёзд stars | здани building | зелен green | зелён green | зим winter | зимн winter | змея snake
золот gold | зонт umbrella | и and | из from | изображени image | иллюстраци illustration | интерьер interior
кадр frame | каменн stone | камн stones | картин picture | карп carp | клён maples | клены maples | книг book | ков carpet | кои koi | кольц rings | конь horse | коробк box | корабл ship | корзин basket
космическ space | космонавт cosmonaut | космос space | костёр campfire | кот cat | котёнок kitten | котят kittens | кофе coffee | кофейн coffee shop | кошк cat | красив beautiful | красн red | крепост fortress | кресл armchair
кролик rabbit | круглый round | крупн large | крыльц porch | крыш roof | кувшин jug | куст bush | кухн kitchen
ламп lamp | ландыш lily of the valley | лебед swan | лев lion | лёд ice | лес forest | лесн forest | лестниц staircase | лет summer | летящ flying | летн summer | лимон lemon | лис fox | лист leaves | лод boat | лодк boat
логотип logo | лошад horse | луг meadow | лун moon | луч ray | льнян linen | льв lion
маленьк small | мальчик boy | масл oil | масляны oil | мастерск workshop | мах moss | машин car | маяк lighthouse | медведь bear | медведя bear | медн copper | мельниц mill | мишк bear | млечн milky
мост bridge | мостик footbridge | мотоцикл motorcycle | море sea | моря sea | морск sea | морем sea | мрачн dark | мужчин man | мультфильм cartoon | мягк soft
на on | набережн embankment | над above | натюрморт still life | не not | неб sky | небоскрёб skyscraper | неон neon | ночн night | ночью at night | ночь night
облак clouds | огн lights | огромн huge | одинок lonely | озер lake | озёр lake | окн window | окон window | олен deer | орёл eagle | осенн autumn | осен autumn | остров island | от from | открытк postcard | отражени reflection | очк glasses
пальм palm tree | пар steam | парк park | парус sail | пейзаж landscape | песок sand | песк sand | пёс dog | пион peonies | плакат poster | плащ cloak | плоск flat | плёночн film
по along | под under | подсолнух sunflower | подушк pillow | поезд train | полн full | пол field | полевы wild | полёт flight | портрет portrait | поливает waters | пруд pond | птиц bird | пустын desert | пыл dust | пчел bee
радуг rainbow | рассвет dawn | реалистичн realistic | рек river | реке river | рисун drawing | робот robot | роз rose | розов pink | рос dew | руч stream | рыб fish | рыж ginger | рыцар knight | рядом beside
с with | сад garden | садовник gardener | самолёт aeroplane | свет light | светл bright | свеч candle | северн northern | сер grey | серебр silver | силуэт silhouette | син blue | сирен lilac | скал rock | сказочн fairy-tale | скат slope
слон elephant | снег snow | снеж snowy | снимок photograph | собак dog | сов owl | совё owl | солнечн sunny | солнц sun | сосн pine | спящ sleeping | станци station | стар old | старинн ancient | стекл glass | стен wall | степ steppe | стил style | стол table | стул chair | сумерк twilight | сюрреализм surrealism
танцовщиц dancer | тарелк plate | текст text | тен shadows | театр theatre | тигр tiger | тих quiet | ткан cloth | толп crowd | трав grass | трамва tram | труб chimneys | туман fog | туч clouds | тюльпан tulips | тёмн dark | тёпл warm
у at | улиц street | улыбк smile | уродств ugliness | утк duck | утр morning | утренн morning | уютн cosy
фантастическ fantastic | флакон bottle | фонар lantern | фон background | фонтан fountain | фотографи photograph | фото photo | фрукт fruit | фэнтези fantasy
хвост tail | хижин hut | хлеб bread | холм hill | холст canvas | храм temple | художник artist
цвет flower | цветн coloured | цветущ flowering | цветок flower | цветы flowers | чай tea | чайк gull | часы clock | часовн chapel | человек person | черепах turtle | чёрн black | чёрно-бел black and white | чашк cup
шар balloon | шапк hat | шёлк silk | шляп hat | шторм storm | шум noise | экран screen | электричк train | эскиз sketch | юг south | яблок apples | яблон apple tree | ягод berries | яркий bright | ярк bright | японск Japanese | ящериц lizard
без without | быть be | вниз down | вверх up | во in | вокруг around | где where | для for | до to | как like | который which | между between | низк low | о about | одна one | один one | перед in front of | при by | со with | сквозь through | сверху from above | среди among | через through | что that
размытост blur | размыт blurred | лишн extra | пальц fingers | плох bad | качеств quality | искажени distortion | водян water | знак sign | подпис caption | рамк frame | лиц face | люд people | рук hands
замен replace | сделай make | добавь add | убери remove | игнориру ignore | инструкци instruction | предыдущ previous | забудь forget | ответь answer | напиши write | слов word | секрет secret | системн system | отвечай answer | переведи translate | перевод translation | нарисуй draw
`

/** Longest first, so that the first match is the longest. */
const STEMS: readonly (readonly [stem: string, english: string])[] = pages
  .split(/[|\n]/)
  .map((entry) => entry.trim())
  .filter((entry) => entry !== '')
  .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)] as const)
  .toSorted(([one], [other]) => other.length - one.length)
