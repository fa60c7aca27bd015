// Domains under which a provider delivers to one mailbox, as `canonical-email.ts` folds them. Folding too much shuts a
// person out of the registration, so a domain is here only if no name of it is given to two people.
// Not here, because they are different mailboxes: mail.ru, bk.ru, inbox.ru, list.ru and internet.ru; rambler.ru and its
// kin; outlook.com, hotmail.com and live.com; the domains of Tuta; the many own domains of Fastmail among themselves.

/** support.google.com/mail/answer/10313: googlemail.com is another name of gmail.com. */
export const googleDomains = new Set(['gmail.com', 'googlemail.com'])

/**
 * yandex.com/support/domain/additional/mailbox-alias.xml: each mailbox of Yandex Mail receives what is sent to its name in
 * yandex.ru, ya.ru, yandex.com, .by, .kz, .ua and narod.ru. The others belong to Yandex too. Folding them cannot join two people: a
 * login of Yandex is one person's in all of its domains.
 */
export const yandexDomains = new Set([
  'yandex.ru',
  'ya.ru',
  'narod.ru',
  ...['com', 'by', 'kz', 'ua', 'uz', 'az', 'am', 'ge', 'kg', 'md', 'tj', 'tm', 'lt', 'lv', 'ee', 'fr', 'eu'].map(
    (zone) => `yandex.${zone}`
  ),
  ...['com.tr', 'com.am', 'com.ge', 'co.il'].map((zone) => `yandex.${zone}`)
])

/**
 * proton.me/support/addresses-and-aliases: an account has its name in several of them, those of before 2016 in
 * protonmail.ch as well. Proton gives a name to one account only, whatever the domain.
 */
export const protonDomains = new Set(['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'])

/** support.apple.com/118230: the owner of an address in me.com or mac.com has the same name in icloud.com. */
export const appleDomains = new Set(['icloud.com', 'me.com', 'mac.com'])

/**
 * Domains of Fastmail, in which `anything@name.domain` reaches `name@domain`
 * (fastmail.help/hc/en-us/articles/360060591053, "Subdomain addressing").
 */
export const fastmailDomains = new Set(
  `fastmail.com fastmail.fm fastmail.cn fastmail.co.uk fastmail.com.au fastmail.de fastmail.es fastmail.fr fastmail.im
  fastmail.in fastmail.jp fastmail.mx fastmail.net fastmail.nl fastmail.org fastmail.se fastmail.to fastmail.tw
  fastmail.uk fastmail.us 123mail.org 150mail.com 150ml.com 16mail.com 2-mail.com 4email.net 50mail.com airpost.net
  allmail.net bestmail.us cluemail.com elitemail.org emailcorner.net emailengine.net emailengine.org emailgroups.net
  emailplus.org emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us fastemailer.com
  fastest.cc fastimap.com fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com
  ftml.net h-mail.us hailmail.net imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com internet-mail.org
  internetemails.net internetmailing.net jetemail.net justemail.net letterboxes.org mail-central.com mail-page.com
  mailandftp.com mailas.com mailbolt.com mailc.net mailcan.com mailforce.net mailftp.com mailhaven.com
  mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net mailservice.ms mailup.net mailworks.org ml1.net
  mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com postinbox.com postpro.net proinbox.com
  promessage.com realemail.net reallyfast.biz reallyfast.info rushpost.com sent.as sent.at sent.com speedpost.net
  speedymail.org ssl-mail.com swift-mail.com the-fastest.net the-quickest.com theinternetemail.com veryfast.biz
  veryspeedy.net warpmail.net xsmail.com yepmail.net your-mail.com`.split(/\s+/)
)

/**
 * Services that forward mail: a sub-domain belongs to one account, and every name in it reaches the same person. To the
 * domain in which an account has the same name as its sub-domain. addy.io/help/what-are-the-different-kinds-of-aliases
 * ("Standard aliases", free) and support.mozilla.org/kb/general-questions-about-relay-email-domains.
 */
export const ownSubdomains = new Map([
  ['anonaddy.com', 'anonaddy.com'],
  ['anonaddy.me', 'anonaddy.com'],
  ['mozmail.com', 'mozmail.com']
])
