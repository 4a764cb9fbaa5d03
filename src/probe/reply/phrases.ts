/** Splits a list of phrases, separated by commas and line ends. */
export function list([text = '']: TemplateStringsArray): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/**
 * Phrases that servers use, by what they are about. Phrases and replies are compared in lower case, without accents and
 * apostrophes ("doesn't" is "doesnt"), with all other punctuation as spaces; addresses, host names, URLs and enhanced
 * codes are removed from replies first. A phrase matches whole words within one sentence; with `*` at its end, the last
 * word is a prefix. `a|b_c d` stands for `a d` and `b c d`, and `a|` for `a` or nothing. In scripts without spaces a phrase
 * matches anywhere.
 */
export const phraseGroups = {
  tlsRequired: list`
    starttls, tls required, tls is required, tls encryption required, requires tls, require tls, must use tls,
    encryption required, encryption is required, session encryption is required, requires encryption,
    secure connection required, encrypted connection required`,

  smtpUtf8Required: list`
    smtputf8, non ascii addresses not permitted, non ascii address, internationalized address,
    internationalized email address, utf 8 address, utf8 address`,

  tooManyRecipients: list`
    too many recipients, too many rcpt*, too many envelope recipients, recipient limit exceeded,
    recipients limit exceeded, maximum number of recipients, exceeded the maximum number of recipients,
    maximum recipients, only one recipient, one recipient at a time, one recipient per,
    multiple destination domains per transaction, try this recipient in a separate transaction, rcpt limit,
    out of allow rcpt numbers, rp drc`,

  /** The server is verifying the recipient with a callout. It quotes the other server after "said:". */
  calloutWords: list`
    unverified address, unverified recipient, undeliverable address, address verification in progress,
    verification in progress, verification pending, recipient verification is in progress,
    recipient verify callout, callout verification, complete recipient verify, complete recipient callout,
    recipient callout, callout failed, verifying recipient, recipient address verification`,

  greylisting: list`
    greylist*, graylist*, grey list*, gray list*, greytrap*, postgrey*, sqlgrey*, milter greylist*,
    first time sender, unknown sender try again, unknown triplet, new triplet, triplet,
    not yet authorized to deliver mail, temporarily deferred for greylisting,
    internal resource temporarily unavailable, internal resources are temporarily unavailable,
    internal resources temporarily unavailable`,

  retryLater: list`
    try again later, try later, try again in, try again after, try again soon, try again shortly,
    try again at a later time, try back later, retry later, retry in, retry again, come back later,
    come back in, resend later, resend your message at a later time, please retry, please try again, deferred,
    delayed, veuillez reessayer, veuillez essayer plus tard, reessayez plus tard, bitte später,
    versuchen sie es später, intente mas tarde, intentelo mas tarde, tente novamente mais tarde,
    riprova piu tardi, попробуйте позже, повторите попытку позже, 稍后再试, 稍后重试, pozniej, zkuste pozdeji,
    tekrar deneyin, probeer het later, forsok igen, prov igen senere, später erneut, 请稍后, 再度`,

  /** The condition is temporary. If even a permanent refusal says so, it proves nothing about the mailbox. */
  transientCondition: list`
    temporar*, temporane*, try again later, try later, try again in, try again after, try again at a later time,
    retry later, come back later, resend later, at this time, at the moment, right now, in progress,
    unverified address, could not complete, momentan nicht, vorübergehend, momentanement, momentaneamente,
    veuillez essayer plus tard, mas tarde, mais tarde, временно, позже, 稍后, 暂时, 一時的, temporalmente,
    temporairement, temporariamente, temporaneamente, tijdelijk*, tymczasow*, docasn*, zacasn*, privremen*,
    tillfallig*, midlertidig*, ideiglenes*, gecici*, тимчасов*, zeitweilig, derzeit nicht, zurzeit, plus tard,
    piu tardi, später erneut|noch, pozniej, pozdeji, kasneje, senere, senare, daha sonra, sonra tekrar,
    спробуйте, пізніше, попробуйте, 请稍, 稍候, 一时, 一時, しばらく, 後ほど, 나중에, 일시, for now, presently,
    currently unavailable|unable`,

  serverProblem: list`
    insufficient system storage, insufficient system resources, insufficient disk space, out of memory,
    disk full, local error, local problem, error in processing, internal error, internal server error,
    internal problem, server error, system error, system problem, server configuration, configuration error,
    server misconfiguration, mail server configuration, lookup failure, lookup failed, lookup error,
    lookup timeout, lookup temporarily, directory lookup, database error, database temporary error,
    database unavailable, backend error, backend unavailable, resources temporarily unavailable,
    resource temporarily unavailable, resources restricted, temporary failure, temporary error,
    temporary problem, temporary lookup, temporary local, temporary system problem, timeout, timed out,
    unable to verify, cannot verify, could not be verified, cannot be verified, unable to lookup,
    could not look, could not verify, unable to check, cannot check, verification problem, verification error,
    qq trouble, points back to, mail loop, loops back, routing loop, too many hops, mailbox busy,
    mailbox locked, mailbox is locked, ldap, unable to look, no space left, not enough space|storage,
    interner fehler, erreur interne, error interno|temporal, errore interno, erro interno, wewnetrzny blad,
    vnitrni chyba, внутренняя ошибка, sunucu hatasi, looping back, no route to, connection timed out, behaviour,
    upstream error, a problem occurred`,

  /** What was looked for where, and whose space: exceptions to `serverProblem`. */
  serverExceptions: list`
    not|found in|by|on the|our| ldap server|directory|database|,
    no space left for this|the|that user|mailbox|account|recipient`,

  serverUnavailable: list`
    service not available, service unavailable, service is unavailable, service currently unavailable,
    service temporarily unavailable, server unavailable, server is unavailable, busy, overloaded, shutting down,
    shutdown, going down, maintenance, migrat*, system not accepting, not accepting network messages,
    esmtp not accepting*, server not accepting*, server is not accepting*, host not accepting*,
    closing transmission channel, out of service, is down, server down, unreachable, not reachable, offline`,

  /** The server did not accept a command. */
  protocolProblem: list`
    protocol error, protocol violation, syntax error, command rejected, command not, command unrecognized,
    unrecognized command, sequence of commands, restricted characters, bad sequence`,

  /** About the mailbox, or nothing: exceptions to `blocking`. */
  unrelatedBlocking: list`
    mailbox has been blocked due to inactivity, mailbox blocked due to inactivity, blocked due to inactivity,
    account is blocked, account blocked, account has been blocked, mailbox is blocked, mailbox has been blocked,
    mailbox blocked, not listed in, spam folder, spam folders, report abuse, abuse department, abuse desk,
    contact abuse, blocked for inactivity, recipient|mailbox|account|user status is| blocked due to`,

  /** About our IP address, our name or our reputation. */
  blocking: list`
    blocked, blocking, block list*, blocklist*, blacklist*, black list*, blackhole*, black hole*, denylist*,
    deny list*, black ip, banned, reputation, senderbase*, senderscore*, spamhaus*, spamcop*, spamrats*, sorbs*,
    uceprotect*, barracudacentral*, barracuda central, barracuda reputation, invaluement*, mailspike*, psbl*,
    cbl, xbl, sbl, pbl, rbl, rbls, dnsbl*, dnsrbl*, rbl restriction, abuse, abusive, spam, spams, spammer*,
    spamming, antispam, anti spam, unsolicited, junk, bulk mail, malicious, botnet, zombie*, virus,
    dictionary attack, dha, harvest*, listed in, listed at, listed by, listed on, on our list, delist*, s3140,
    s3150, s3114, refused by rbl, hl rep, hl mep, hl hbl, dt spm, dt rbl, wm bli, wm blu, mi spb,
    bloque pour incident de spam, liste noire, lista negra, lista nera, gesperrte ip, черный список,
    черном списке, спам*, 垃圾邮件, 黑名单, スパム, 스팸, antyspam*, antispam*, pourriel, courrier indesirable,
    correo no deseado, istenmeyen, ongewenst*, nevyzadan*, нежелательн*, реклам*, 迷惑メール, 垃圾, 反垃圾, blockiert,
    schwarze liste, cerna listina, czarna lista, czarnej liscie, kara liste, zwarte lijst, svartlist*, чорн*,
    블랙리스트, ブラックリスト, phishing, malware, hl ipb, hl itc, hl eep`,

  /** About recipients that do not exist: a server that counts commands or errors says "too many" of something else. */
  tooManyMissing: list`
    too many invalid recipient*, too many invalid user*, too many invalid mailbox*, too many invalid address*,
    too many unknown recipient*, too many unknown user*, too many unknown address*, too many bad recipient*,
    too many bad address*, too many bad rcpt*, too many nonexistent*, too many non existent*,
    too many rejected recipient*, too many wrong recipient*`,

  rateLimiting: list`
    too many recipients received this hour, too many recipients this hour, sent to too many recipients,
    too many connections, too many simultaneous*, too many concurrent*, too many sessions, too many open,
    too many invalid, too many unknown, too many bad, too many failed, too many nonexistent,
    too many non existent, too many rejected, too many wrong, too many protocol, too many unsuccessful,
    too many recent, too many messages from, too many messages in, too many mails, too many emails,
    too many attempts, too many requests, too many commands, too many transactions, too many helo*,
    too many deliveries, too much traffic, too many smtp, excessive, rate limit*, ratelimit*, rate control*,
    rate exceeded, rate too high, rate that prevents, unusual rate, sending rate, message rate, connection rate,
    delivery rate, throttl*, too quickly, too fast, too frequent*, frequency limited, frequency limit,
    frequency, connection limit*, connections limit*, limit of connections, concurrent connection*,
    concurrent server connection*, simultaneous connection*, number of connections, number of concurrent,
    number of simultaneous, max connections, connections from your, connection quota, sending quota, rate quota,
    hourly, daily, per hour, per minute, per day, exceeded permitted limits, unexpected volume, user complaints,
    slow down, flood*, tss04, ts01, ts02, ts03, resources restricted, hl icc, hl ifc, mi cel, mi dmc, mi ccl,
    mi sfq, mi sti, rp cel, rp ccl, слишком много, 频率, too many error*, too much mail|email, zbyt wiele|duzo,
    za duzo, prilis mnoho, prevec, te veel, for manga, for mange, liian monta, tul sok, prea multe, cok fazla,
    забагато, 太多, 过多, 频繁, 多すぎ, 너무 많, troppi, troppe, trop de, demasiados, demasiadas, muitas conexoes, zu viele`,

  /** About a full mailbox (docomo): exceptions to `rateLimiting`. */
  rateExceptions: list`
    too much mail data`,

  /** The server counts what is said in one session: it has had enough of this one. Exim: smtp_accept_max_nonmail counts
   * RSET, smtp_accept_max_per_connection counts MAIL. */
  sessionLimit: list`
    too many nonmail commands, too many non mail commands, too many messages in this connection,
    too many messages in one connection, too many messages in this session, too many messages in one session,
    too many messages per connection, too many messages per session, too many transactions in this,
    messages per connection, messages per session, transactions per connection, transactions per session,
    commands per session`,

  /** "Too many" of something unnamed, after recipients, connections and full mailboxes have been ruled out. */
  tooManyOfSomething: list`
    too many, limit, limits, quota, exceeded the limit, exceeded, maximum, over limit, limit reached,
    reached the limit, reached its limit, reached their limit`,

  ourSender: list`
    reply to address|header|is, bounce address, errors to, callback address, あなたの, sender, senders, 5322 from, envelope from, mail from, mailfrom, from address, from user, from header,
    header from, from domain, from email, return path, return address, returnpath, reverse path, badmailfrom*,
    bad mailfrom, originating address, originator, origin, could not deliver mail to, your account, je account|adres|emailadres|mailadres|postvak,
    your email address, your e mail address, your mail address, your address, your domain, spf, dkim, dmarc,
    adsp, expediteur, adresse expediteur, absender*, remitent*, remetente*, mittente*, отправител*, 发件人, 发信人,
    送信者, 差出人, callback, correspondents, backscatter, batv, prvs, bounce address tag*, tag validation,
    address tag, nadawc*, odesilatel*, odosielatel*, posiljatelj*, gonderen*, gonderici, afzender*, avsandare*,
    afsender*, avsender*, lahettaja*, felado*, expeditor*, відправник*, 寄件者, 寄件人, 送信元, 発信者, 보낸, 발신자, 발신인, 발신 계정|주소|메일|도메인|서버, nguoi gui, ผู้ส่ง, שולח, השולח, المرسل, مرسل, فرستنده, प्रेषक, pengirim, siuntejas, siuntejo, sutitaj*, saatja*, подател*, изпращач*, αποστολεας, αποστολεα, anti spoofing,
    spoofing, spoofed, sending|submission|outbound_mail for`,

  /** "The recipient": exceptions to `ourSender`. */
  senderExceptions: list`
    المرسل|مرسل إليه`,

  ourClient: list`
    no valid recipients from, client, ip, certificate, unknown mail server, unknown server, unknown system, unknown sending,
    connection refused, connection rejected, your ip*, your host*, your server, your servers, your mail server,
    your mailserver, your mta, your system, your network, your isp, your access, your connection, your reverse,
    your provider, your hosting, ip address, ip addresses, sending ip, source ip, remote ip, connecting ip,
    this ip, ip not, ip is not, ip is rejected, ip is hangup, invalid ip, for this ip, sending server,
    sending mta, sending host, remote host, connecting host, host rejected, host is not allowed,
    host not allowed, host network, ask your postmaster, dynamic ip*, dynamic address, dialup, dial up,
    residential, helo, ehlo, ptr, rdns, reverse dns, reverse lookup, reverse name, reverse hostname,
    reverse mapping, reverse record, forward confirmed, fcrdns, hostname, host name, dns record, dns records,
    dns entry, dns query error, dns error, your dns, open relay, open proxy, tor exit*, geoip, country,
    not in whitelist, not whitelisted, whitelist*, allowlist*, smtp access, adresse ip, direccion ip,
    endereco ip, indirizzo ip, ip adresse, ip адрес*, your location, adres ip, adresi ip, ip adresi,
    not welcome*, connection denied, submit messages to this`,

  /** With an IP address beside it, about us. */
  accessDenied: list`
    access denied|denined|denyed|refused|forbidden, acces refuse, acceso denegado, zugriff verweigert, 拒绝访问`,

  /** Servers say so to every unknown client, for any recipient. */
  authenticationRequired: list`
    authentication required, authentication is required, authentication needed, authenticate first,
    must authenticate, must be authenticated, must first authenticate, must log in, not authenticated,
    unauthenticated, authentication failed, authentication failure, authentication credentials, credentials,
    password, requires authentication, require authentication, smtp auth*, auth required, auth error,
    please authenticate, please log in, please login, check mail first, pop before smtp, pop3 first,
    check your mail first, senderauthenticated*, authrequired, sendernotauthenticated*, authentifizier*,
    authentifi*, autenticaci*, autenticazione, autenticac*, uwierzytelni*, zaloguj*, prihlas*, anmelden,
    anmeldung, kimlik dogrula*, аутентификац*, авторизац*, авторизуйтесь, автентиф*, 认证, 身份验证, 登录, 認証, ログイン, 인증`,

  /** The server refuses to relay: it does not serve the domain. */
  relayRefusals: list`
    relay|relaying is|temporarily| denied|prohibited|forbidden|rejected|refused|disallowed,
    relay|relaying is| not permitted|allowed, relay access|operation denied|rejected`,

  /** Sendmail names our address in refusals to relay, as the reason why it makes no exception for us. */
  relayReasons: list`
    ip name lookup failed, ip name possibly forged, cannot resolve ptr record`,

  /** Whatever else the reply says, it is about one domain. Microsoft 365, Mimecast, Barracuda: lists and rules of the
   * customer. */
  aboutDomain: list`
    customer block list, rejected by organization policy, account inbounds disabled,
    administrative prohibition envelope blocked, sender address blocked,
    permanent failure for one or more recipients`,

  /** About a domain, in words that the claims do not generate. "Cannot deliver mail for" is Haraka (connection.js,
   * rcpt_respond): no plugin has accepted the recipient, mostly because the domain is not in its list. */
  notResponsible: list`
    relay attempt, relaying to, relay to, relay for, relay mail, relay through, unable to relay, cannot relay,
    cant relay, can not relay, not relay, not relaying, wont relay, allowed to relay, isnt allowed to relay,
    dont relay, do not relay, does not relay, no relay*, not an open relay, not a relay, not a gateway,
    not local host, mail relay, relay host, unauthorized relay*, denies relay, rcpthosts, domain isnt in,
    non local recipient, not hosted here, not hosted on this, domain account, customer account, hosting account,
    hosting provider, this customer is, no mx, null mx, nullmx, accepted domain, accepts no mail,
    does not accept mail, doesnt accept mail, do not accept mail for, dont accept mail for,
    not accept mail for this domain, dont handle mail, do not handle mail, not handle mail, doesnt handle mail,
    does not handle mail, no mail service, cannot deliver mail for, no smtp service, mail for this domain,
    local user only, local users only, user not local, not local please try, please try forward,
    tenantattribution, mx record, mx records, dns mx, a or aaaa, aaaa record, resource record, mx only,
    points to local host, lowest numbered mx, domain mentioned, local domain list, our database returned`,

  /** "… does not have an account here. I will not relay messages for it": an exception to `notResponsible`. */
  relayExceptions: list`
    not relay messages|mail for it|them`,

  /** The mailbox has received too much to take more now. The second is QQ. */
  mailboxBusy: list`
    recipient thread limit, mailbox unavailable or access denied`,

  /** Quotas of senders, queues and organisations, and sizes of messages: no full mailbox. */
  fullExceptions: list`
    system|server storage|disk|quota, organizations|organisations|outgoing|outbound quota, server out of, more mail|messages from you|your|this, sending limit, send limit, throttl*, rate quota,
    sending|send|submission|submit|outbound|message|messages|daily|hourly|queue|connection|relay|policy|domain|domains|organization|organisation|customer|tenant|company|ip|your quota|quotas,
    quota for|of your|sending|connections|messages|today|this|the hour|day|ip|domain|organization,
    policy rejection*, per hour|day|minute, organization|organizations queue, emails|messages|mails per,
    size of your|the|this message, message size`,

  /** Full, without saying who. */
  mailboxFull: list`
    mailbox has|is| exceeded|exceeds|over|reached its|the| limit|size|maximum|size_limit|maximum_size, quota for|of this|the| user|mailbox|account|recipient has_been|is| exceeded|exceed|reached,
    quota überschritten|erschöpft, zuviele|zu_viele mails|nachrichten auf dem server, quota est_depasse|superata|esaurita, kota asildi|doldu, przekroczony limit pojemnosci, over its size|storage limit,
    is 100 full, disk space limit, exceeds allowed message count, mail file size exceeds,
    limite de armazenamento excedido|excedida|atingido, 超過信箱容量, 超过邮箱容量, 超出邮箱容量, exceeded its disk space, exceeded disk space, over quota, overquota,
    overdrawn*, quota full, quota violation, quota violated, quota limit*, out of quota, out of storage,
    exceed quota, exceeds quota, exceeded quota, exceeds mailbox quota, exceeded mailbox,
    exceeds allowed storage, mailbox exceeds, mailbox exceeded, mailbox quota, mailbox size limit,
    mailbox size exceeded, room in mailbox, room in the mailbox, mailbox limit, disk quota, storage quota,
    storage limit, storage space, storage allocation, insufficient space in, insufficient storage in mailbox,
    user has exhausted, user has too many messages, too many messages on the server,
    too many messages in mailbox, too many messages in the mailbox, quota depasse, speichervolumen*,
    speicherplatz*, cuota excedida, cuota superada, cota excedida, quota excedida, przepelnion*, переполнен,
    квота превышена, 容量满, 空间不足, 容量超過, 容量オーバー, quota exceed*,
    exceeded|exceeds|exceeding|over|reached his|its|their|the|allowed|storage|disk|allotted| quota,
    over the|its|their|his allowed|storage|disk|mailbox quota|limit,
    exceeded storage|disk allocation|quota|space, would exceed maximum|max|the allowed storage|size|quota,
    mail box space, storage|folder|maildir|mailfolder is| full, boite pleine, mail data too much,
    too much mail data, prekoracen*, kvota prekrocena, quota overschreden, kotasi dolu, превышена квота,
    квота исчерпана, disc quota`,

  /** The mailbox takes no mail any more, in words that the claims do not generate. */
  disabled: list`
    mailbox is blocked, mailbox has been blocked, mailbox blocked, blocked due to inactivity,
    account is blocked, account blocked, account has been blocked, user hangup,
    no longer accepts|accepting|receives|receiving mail|email|emails|messages|e_mail,
    no longer with|works|employed|working|an_employee, no longer on server, address|recipient rejected inactive,
    left the|our|this company|organisation|organization|firm, has left the|our,
    not currently being accepted for this|that mailbox|user|address, due to|extended inactivity,
    extended inactivity, lack of use, postfach aufgegeben|aufgelöst, falta de uso, per inutilizzo, mangels nutzung, wegen inaktivität,
    pour inactivite, por inactividad, por inatividade, per inattivita, z powodu nieaktywnosci,
    из за неактивности, 长期未使用, 长期未登录, ausgeschieden, a quitte l|la|notre societe|entreprise|organisation,
    ya no trabaja, nao trabalha mais, non lavora piu, nie pracuje, больше не работает`,

  /** The mailbox does not exist, in words that the claims do not generate. */
  notFound: list`
    doesnt|not have mailbox|account, not resolve to a mailbox, такого пользователя|адреса|ящика|получателя нет,
    usernotfound, nosuchuser, recipientnotfound, recipnotfound, recipient notfound, userunknown,
    user hasnt got the service mapped, doesnt have an account, have an email account here, not have a mailbox,
    doesnt have a mailbox, has no mailbox, not our user, not known at this site, no such id,
    not a registered gateway user, does not have an account, doesnt have a account, does not have a account,
    user doesnt have a, user does not have a, not our customer, not a subscriber, not a customer,
    nobody here by that name, nobody by that name, no one here by that name, no one by that name,
    no one with that, no one at this address, noone by that name, anyone by that name,
    not listed in domino directory, not listed in public name, not listed in name, not in name directory,
    address not present in directory, not present in directory, not found in directory, not in the directory,
    not found by smtp address lookup, unknown in local recipient table, unknown in virtual mailbox table,
    unknown in virtual alias table, unknown in relay recipient table, unknown in recipient table,
    not in recipient table, not in validrcptto, validrcptto list, recipients unknown,
    unknown recipients, email name is not found, local user unknown, is not known to this system,
    was misspelled, vdeliver invalid, rcpt does not exist, rcpt doesnt exist, no existe dicha persona,
    nessun utente simile,
    no user|users|userid|username|account|mailbox|recipient|address|alias|customer|person|inbox|addressee|email here|found|exists|named|exist,
    no mail_box|valid_user|valid_mailbox|local_user|local_mailbox|active_mailbox here|found|exists|named,
    no user|account|mailbox|recipient|address|alias|person|email|one|body by|with|of that|this name|id, not|isnt user|recipient|mailbox of|in|on this|our server|system|host,
    no user|account|mailbox|mail_box|recipient|inbox|email available for, no such mail drop,
    no such people|person|account|user|recipient|mailbox|address,
    nobody|noone|no_one here| by|with|of|named|at that|this|such name|address,
    not in recipient|recipients|user|users|account|mailbox|valid|known list|table|database|map|maps|recipients,
    not a member of domain, not a member of the domain,
    not found in|on|by ldap|directory|database|our|this|local|the|address|domino|recipient|user|active,
    not listed in|on domino|public|name|the|our, valid notes mail file, no such users, have an account here,
    no account|mailbox|user here, dont know|recognize this|that|any user|recipient|address|account,
    user not here, not recognized as a|valid user|recipient, niemand mit diesem namen, es gibt keine person,
    kein|keine mitarbeiter|mitarbeiterin|person mit|namens, niemand unter, personne a|avec cette|ce adresse|nom, pas de compte, no hay nadie,
    nadie con esta|ese|este direccion|nombre, ninguem com este|esse, nessuno con questo, nikt o takiej|tej,
    brak konta|uzytkownika|skrzynki|odbiorcy|adresata, 查无此人, 查無此人, 宛先不明, ユーザ不明`,

  /** The recipient is refused without a reason. Most servers mean that the mailbox does not exist, but not all. */
  possiblyNotFound: list`
    mailbox unavailable, mailbox is unavailable, mailbox unavaiable, unavailable mail_user|user|mailbox|recipient, no valid recipients, mailbox not available,
    mailbox is not available, mailbox name not allowed, mailbox unavailable or not local, account unavailable,
    account is unavailable, account not available, account is not available, user unavailable,
    user not available, user is unavailable, unrouteable address, unroutable address, unrouteable recipient,
    undeliverable address, recipient undeliverable, recipient verification failed, recipient verify failed,
    recipient verify fail, verification failed for, recipient not accepted, recipient is not accepted,
    recipient not ok, recipient not local, recipient is not local, address not local, not a local address,
    not a local user, user not accepted, not deliverable, unroutable|unrouteable address|recipient,
    user|recipient|account|address is| not available`,

  /** A local policy such as "members only". The mailbox may exist, even if other words deny it. */
  localPolicy: list`
    you are|were currently| no|not a|an|our|user|one|known|registered|valid, you arent a|an|our|user|one|known|registered|valid,
    youre no|not a|an|our|user|one|known|registered|valid, you do_not|dont have a|an|any account|mailbox|user,
    vous n avez pas de|un, sie haben kein|keine|keinen, du hast kein|keine|keinen, у вас нет, 您没有, 你没有,
    sie sind kein|keine, vous n etes pas un|une, usted no es un|una, lei non e un, voce nao e um, u bent geen, nie jestes uzytkownikiem,
    вы не являетесь пользователем, 您不是, 你不是,
    access denied|refused to|for, administrative prohibition, unauthorized, not permitted, forbidden, prohibited, restricted, only accepts,
    accepts only, accept only, accepts mail only, accepts messages only, members only, internal, external,
    from outside, in the address book, in their address book, contact list, has chosen, only accepting,
    recipient preferences, badrcptto*, badrecipientto*, envelope recipient has been denied,
    delivery is not allowed, message size, message too large, message too big, message is too large,
    message is too big, maximum message size, larger than, not authorized|authorised, not allowed to,
    do not|dont have permission, permission denied, is|are not allowed, policy, policies, content,
    recipient refuses, rejected|refused by recipient*, or access|policy denied|denined|rejected|refused,
    or no access, politique de, politica de, richtlinie*, политик*, nicht erlaubt|gestattet|berechtigt|zulässig,
    non autorise|autorisee|autorises, interdit*, no autorizado|permitido|autorizada|permitida, prohibido,
    non autorizzato|autorizzata|consentito|ammesso, nao autorizado|permitido|autorizada, proibido,
    niet toegestaan|toegelaten, niedozwolon*, brak uprawnien, nie ma uprawnien, zabronion*, neni povolen*,
    nepovolen*, ni dovoljeno, izin verilmiyor, yetkiniz, izniniz, ej|inte tillaten|tillatet,
    ikke tilladt|tillatt, nu este permis, не разрешен*, запрещ*, заборонен*, 拒绝, 拒收, 权限, 不允许, 禁止, 策略, 拒否, 許可,
    ポリシー, 거부, 정책, list members, subscribers only, refused to receive, rejected by this|the user|recipient,
    refuses to receive`,
};

export type PhraseGroup = keyof typeof phraseGroups;

/** Texts that say no more than a 550 without words, if they are the whole reply. */
export const bareRefusals = list`
    recipient rejected, recipient address rejected, address rejected, recipient refused, rejected recipient,
    rcpt rejected, requested action not taken, action not taken, not ok`;

/** Texts that do not even say what is refused. */
export const emptyTexts = list`error, failure, failed`;

/** Domains of block lists, which servers mention when they refuse us because of one. Matched at label boundaries. */
export const blockListDomains = list`
    spamhaus.org, spamhaus.net, spamcop.net, sorbs.net, uceprotect.net, barracudacentral.org, abuseat.org,
    spamrats.com, mailspike.net, mailspike.org, invaluement.com, surriel.com, dnsbl.info, manitu.net,
    nixspam.net, senderscore.com, senderbase.org, cloudmark.com, sender.office.com, spameatingmonkey.net,
    backscatterer.org, dronebl.org, junkemailfilter.com`;
