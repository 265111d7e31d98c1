-- What a database held whose schema is that of the first migration: rows in every table. Made by `seed --demo`
-- with 12 people and one day, a morning's delivery, and by hand for the tables that were empty. It never changes.
SET session_replication_role = replica;
SELECT create_month('deliveries', '2026-11-01');
SELECT create_month('send_attempts', '2026-11-01');
SELECT create_month('webhook_events', '2026-11-01');
DELETE FROM page_versions;

INSERT INTO address_confirmations (id, onboarding_id, subscriber_id, email, timezone, ip_address, user_agent, created_at, expires_at, confirmed_at) VALUES
  ('1', '1', '1', 'read@example.com', 'America/New_York', '192.0.2.7', 'Mozilla/5.0', '2026-11-23 15:00:00+00', '2026-11-24 15:00:00+00', NULL);

INSERT INTO address_reservations (local_date, channel, address_hash, subscriber_id) VALUES
  ('2026-11-25', 'email', E'\\xcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', '1');

INSERT INTO admin_devices (id, admin_id, token_hash, description, network, created_at, last_login_at, expires_at) VALUES
  ('1', '1', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'Firefox on Linux', '192.0.2.0/24', '2026-11-01 09:00:00+00', '2026-11-24 09:00:00+00', '2027-11-24 09:00:00+00');

INSERT INTO admin_invitations (id, email, role, token_hash, invited_by_id, created_at, sent_at, expires_at) VALUES
  ('1', 'editor@example.com', 'editor', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '1', '2026-11-23 09:00:00+00', '2026-11-23 09:00:00+00', '2026-11-30 09:00:00+00');

INSERT INTO admin_logins (token_hash, admin_id, is_factor_passed, wrong_codes, created_at, expires_at) VALUES
  ('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '1', 'true', '0', '2026-11-24 09:00:00+00', '2026-11-24 09:10:00+00');

INSERT INTO admin_recovery_codes (code_hash, admin_id) VALUES
  ('1111111111111111111111111111111111111111111111111111111111111111', '1');

INSERT INTO admins (id, username, display_name, role, email, password_hash, created_at, updated_at, disabled_at, must_change_password, totp_secret, totp_candidate, totp_last_step) VALUES
  ('1', 'olivia', NULL, 'owner', 'olivia@example.com', '$scrypt$ln=4,r=8,p=1$F+vUQwAgkqOsQ1bYxN7JXg$nunMnNbvmUaY+uy6X9/1SZTyYnBSNj+rWJquapbEYmk', '2026-11-23 09:00:00+00', NULL, NULL, 'false', NULL, NULL, NULL);

INSERT INTO api_tokens (id, admin_id, name, token_hash, hint, scopes, created_at, expires_at, last_used_at, revoked_at) VALUES
  ('1', '1', 'Calendar', '2222222222222222222222222222222222222222222222222222222222222222', 'tl_ab…', '{read,write}', '2026-11-10 09:00:00+00', NULL, NULL, NULL);

INSERT INTO audit_checks (id, at, entries, position, hash, problems) VALUES
  ('1', '2026-11-24 12:45:02+00', '5', '5', 'b0a41c3d74cca3c688c0509e0461e4b07c7786d22ec74a4ecd3e3ab064415a9e', '[]');

INSERT INTO audit_events (id, at, actor, action, subject, detail, salt, detail_salt, position) VALUES
  ('1', '2026-11-23 09:00:00+00', 'operator', 'database.demo_added', 'database', '{"deliveries": 0, "moneyEvents": 69, "subscribers": 12}', '007d4290-8e82-433c-8623-9e20c697f2c8', 'de8cbaca-6c6e-4461-bebf-09d7defd7f34', '1'),
  ('2', '2026-11-23 09:00:00+00', 'operator', 'admin.created', 'admin:olivia', '{"after": {"role": "owner", "email": "olivia@example.com"}}', '69379065-2e94-4ebc-b903-a7cf2c0b1f3e', 'cee49941-1085-428e-8c07-f81276c819fb', '2'),
  ('3', '2026-11-23 09:00:00+00', 'admin:olivia', 'post.created', 'post:1', NULL, 'bb8c88a8-3b95-4852-88e2-3bc2cabb060a', '1c510d6c-8f61-48cf-a4bb-d5547bb2e4e6', '3'),
  ('4', '2026-11-23 09:00:00+00', 'admin:olivia', 'daily-message.created', 'daily-message:1', NULL, 'f0d85e5b-4861-46cc-98b1-bc534a3f9bf4', 'a1affddc-08de-4ad7-93a8-ca536ed48361', '4'),
  ('5', '2026-11-23 09:00:00+00', 'admin:olivia', 'webhook.created', 'webhook:1', '{"after": {"url": "https://hooks.example.com/threeline", "events": "post.published", "description": "Calendar"}}', 'ed40ee51-2600-4aea-856d-4700a15cf096', 'a1a34ed2-7365-48f4-962d-442154c6e336', '5');

INSERT INTO audit_links (position, event_id, at, detail_hash, content_hash, hash) VALUES
  ('1', '1', '2026-11-23 09:00:00+00', '0b43fe85a760c9c28ee3f0666ca47b9eca099393d65f32c3f6925f8d2554bbd9', 'b55ea3024a3152ce3875bd094bfc9ef99d95c2932cdb80f60c5c10d7be4021f3', '82e69d13c75372d1f2d60d4091f7126bc0226989970b048566104b37bdac2ab9'),
  ('2', '2', '2026-11-23 09:00:00+00', '8522a4e022b7560f1973cc62eaa3ec2b081d40ef9a25008080650de70a4e4e47', 'a9df4102823146805203e0acff00daf2eef5b729f8c70e5aee1d51bdb78eca3d', 'a29a097c7690066bf867e0a01b5ca3c4a9b80857691299a4bdcddace79bfd918'),
  ('3', '3', '2026-11-23 09:00:00+00', NULL, '38c7dcfa347cb3bbfe52e7562fabbb69fba194516493a488f017aad7d61781a1', '4910ea708cbf6235cb376f3c0fd778f7752a14b5bc3b41f083239879d17f9b5a'),
  ('4', '4', '2026-11-23 09:00:00+00', NULL, '7561118946a196189d10a7f982e45e283d070df6d049363a87b66eb5123a45db', '4d7098fe945edea014da0a4a3cb49f306b93d8717d739e9d8d0217e74dd20594'),
  ('5', '5', '2026-11-23 09:00:00+00', 'c93f8a6aaa0d1aab695055f483cc541e4f569b1031678dcce0c8300800e82a50', '8aab726c79a6487c4cf5d49a91e7d2990b676d7c720f542ef0b45a07cb64b923', 'b0a41c3d74cca3c688c0509e0461e4b07c7786d22ec74a4ecd3e3ab064415a9e');

INSERT INTO backups (id, name, finished_at, size_bytes, result, recorded_at) VALUES
  ('1', 'database-2026-11-24T02-00-00Z.dump', '2026-11-24 02:01:00+00', '912004', 'passed', '2026-11-24 02:02:00+00');

INSERT INTO billing_runs (key, completed_at, next_attempt_at) VALUES
  ('reconcile:2026-11-24', '2026-11-24 03:10:00+00', '2026-11-24 03:00:00+00');

INSERT INTO briefing_approvals (local_date, version, actor, created_at) VALUES
  ('2026-11-24', '1ac575ac74cbbb936224797da4548639840946bef92f3be392f6d33116d39270', 'admin:second', '2026-11-23 17:00:00+00');

INSERT INTO check_waivers (id, local_date, key, reason, actor, created_at) VALUES
  ('1', '2026-11-24', 'spelling:Hormuz', 'A strait.', 'admin:olivia', '2026-11-23 17:00:00+00');

INSERT INTO choices (id, kind, subject, address, paused_from, paused_until, at) VALUES
  ('00000000-0000-4000-8000-000000000001', 'stop-email', '5', 'reader@example.com', NULL, NULL, '2026-11-22 18:00:00+00');

INSERT INTO consent_proofs (id, kind, address_hash, wording, network, granted_at, ended_at) VALUES
  ('1', 'sms', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'I agree to receive texts.', '192.0.2.0/24', '2025-03-01 12:00:00+00', '2026-10-01 12:00:00+00');

INSERT INTO consents (id, subscriber_id, kind, wording, phone, ip_address, user_agent, granted_at) VALUES
  ('1', '1', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2025-03-24 07:03:58.674+00'),
  ('2', '1', 'sms', 'I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.', '+12015550101', NULL, NULL, '2025-03-24 07:03:58.674+00'),
  ('3', '2', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2025-03-26 21:17:54.257+00'),
  ('4', '3', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2025-09-02 12:18:07.029+00'),
  ('5', '4', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2025-11-18 03:08:27.61+00'),
  ('6', '5', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2026-03-11 18:58:58.557+00'),
  ('7', '5', 'sms', 'I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.', '+12015550111', NULL, NULL, '2026-03-11 18:58:58.557+00'),
  ('8', '6', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2026-04-16 06:33:18.351+00'),
  ('9', '7', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2026-04-29 20:06:47.342+00'),
  ('10', '9', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2026-08-16 19:25:34.198+00'),
  ('11', '9', 'sms', 'I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.', '+12015550108', NULL, NULL, '2026-08-16 19:25:34.198+00'),
  ('12', '10', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2026-10-14 14:16:45.863+00'),
  ('13', '11', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2026-11-12 18:47:56.711+00'),
  ('14', '11', 'sms', 'I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.', '+12015550104', NULL, NULL, '2026-11-12 18:47:56.711+00'),
  ('15', '12', 'terms', 'I agree to the Terms of Service and Privacy Policy', NULL, NULL, NULL, '2026-11-17 21:23:24.029+00'),
  ('16', '12', 'sms', 'I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.', '+12015550103', NULL, NULL, '2026-11-17 21:23:24.029+00');

INSERT INTO daily_messages (id, local_date, message, is_active, created_at, updated_at) VALUES
  ('1', '2026-11-24', '1. Rates
2. Oil
3. Jobs', 'true', '2026-11-23 09:00:00+00', NULL);

INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id, state, reason, attempt_id, provider_message_id, finalized_at, provider_status) VALUES
  ('2026-11-24', 'email', '4', 'America/New_York', '1', '1', 'accepted', NULL, 'fb2b3dd4-5103-4d4d-a987-cb551bb109cb', 'b750725a-4084-2382-0ec1-39d55a094d5c', '2026-11-24 12:45:02+00', NULL),
  ('2026-11-24', 'email', '7', 'America/New_York', '1', '1', 'accepted', NULL, 'fb2b3dd4-5103-4d4d-a987-cb551bb109cb', '81ed87a0-823b-d57c-fad7-d11b6f9a4c83', '2026-11-24 12:45:02+00', NULL),
  ('2026-11-24', 'email', '10', 'America/New_York', '1', '1', 'accepted', NULL, 'fb2b3dd4-5103-4d4d-a987-cb551bb109cb', 'e181b534-1816-56b8-a7de-6952bdc18443', '2026-11-24 12:45:02+00', NULL);

INSERT INTO delivery_batches (id, slot_id, size, state, failures, last_reason, next_attempt_at) VALUES
  ('1', '1', '3', 'done', '0', NULL, '2025-01-06 12:45:02+00');

INSERT INTO delivery_counts (id, local_date, channel, timezone, state, reason, provider_status, change) VALUES
  ('1', '2026-11-24', 'email', 'America/New_York', 'pending', NULL, NULL, '3'),
  ('2', '2026-11-24', 'email', 'America/New_York', 'accepted', NULL, NULL, '3'),
  ('3', '2026-11-24', 'email', 'America/New_York', 'pending', NULL, NULL, '-3');

INSERT INTO delivery_slots (id, local_date, timezone, channel, edition_id, opens_at, closes_at, planned_at, closed_at) VALUES
  ('1', '2026-11-24', 'America/New_York', 'email', '1', '2026-11-24 12:45:00+00', '2026-11-24 15:00:00+00', '2026-11-24 12:45:02+00', NULL),
  ('2', '2026-11-23', 'America/New_York', 'email', NULL, '2026-11-23 12:45:00+00', '2026-11-23 15:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('3', '2026-11-23', 'America/New_York', 'sms', NULL, '2026-11-23 13:00:00+00', '2026-11-23 15:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('4', '2026-11-23', 'America/Chicago', 'email', NULL, '2026-11-23 13:45:00+00', '2026-11-23 16:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('5', '2026-11-23', 'America/Chicago', 'sms', NULL, '2026-11-23 14:00:00+00', '2026-11-23 16:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('6', '2026-11-23', 'America/Denver', 'email', NULL, '2026-11-23 14:45:00+00', '2026-11-23 17:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('7', '2026-11-23', 'America/Denver', 'sms', NULL, '2026-11-23 15:00:00+00', '2026-11-23 17:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('8', '2026-11-23', 'America/Los_Angeles', 'email', NULL, '2026-11-23 15:45:00+00', '2026-11-23 18:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('9', '2026-11-23', 'America/Los_Angeles', 'sms', NULL, '2026-11-23 16:00:00+00', '2026-11-23 18:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('10', '2026-11-24', 'Europe/London', 'email', '1', '2026-11-24 07:45:00+00', '2026-11-24 10:00:00+00', '2026-11-24 12:45:02+00', '2026-11-24 12:45:02+00'),
  ('11', '2026-11-24', 'Europe/London', 'sms', '1', '2026-11-24 08:00:00+00', '2026-11-24 10:00:00+00', '2026-11-24 12:45:02+00', '2026-11-24 12:45:02+00'),
  ('12', '2026-11-23', 'Europe/London', 'email', NULL, '2026-11-23 07:45:00+00', '2026-11-23 10:00:00+00', NULL, '2026-11-24 12:45:02+00'),
  ('13', '2026-11-23', 'Europe/London', 'sms', NULL, '2026-11-23 08:00:00+00', '2026-11-23 10:00:00+00', NULL, '2026-11-24 12:45:02+00');

INSERT INTO domain_counts (local_date, domain, sent, hard, soft, complaints, words) VALUES
  ('2026-11-20', 'example.com', '20', '1', '0', '0', 'mailbox full');

INSERT INTO editions (id, local_date, number, daily_message_id, post_id, content_hash, sms_text, email_subject, email_html, email_text, created_at) VALUES
  ('1', '2026-11-24', '1', '1', '1', '55f6c9e322078464237d58741681b871dc8ab45a978e69a372413305bdc1b6ba', '1. Rates
2. Oil
3. Jobs
http://localhost:3000/r/t5', 'Yields, oil, and a patient central bank', '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting" content=""><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>Yields, oil, and a patient central bank</title><style>@media (max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}}@media (prefers-color-scheme:dark){.bg{background-color:#12151B!important}.bar{background-color:#F4EFE4!important}.go{background-color:#8ED1B0!important}.ink{color:#F4EFE4!important}.quiet{color:#A09B90!important}.hair{border-color:#2C313B!important}.thick{border-color:#F4EFE4!important}.edge{border-color:#8ED1B0!important}.go a{color:#0C1F17!important}}</style><style>[data-ogsb] .bg{background-color:#12151B!important}[data-ogsb] .bar{background-color:#F4EFE4!important}[data-ogsb] .go{background-color:#8ED1B0!important}[data-ogsc] .ink{color:#F4EFE4!important}[data-ogsc] .quiet{color:#A09B90!important}[data-ogsc] .hair{border-color:#2C313B!important}[data-ogsc] .thick{border-color:#F4EFE4!important}[data-ogsc] .edge{border-color:#8ED1B0!important}[data-ogsc] .go a{color:#0C1F17!important}</style><style>:root{color-scheme:light dark;supported-color-schemes:light dark}p,td,li{text-wrap:pretty}h1,h2,h3{text-wrap:balance}</style><style>@font-face{font-family:Newsreader;mso-font-alt:Georgia;font-weight:200 800;src:url("http://localhost:3000/fonts/newsreader-latin-opsz-normal.woff2") format("woff2")}@font-face{font-family:Newsreader;mso-font-alt:Georgia;font-style:italic;font-weight:200 800;src:url("http://localhost:3000/fonts/newsreader-latin-opsz-italic.woff2") format("woff2")}@font-face{font-family:Inter;mso-font-alt:Arial;font-weight:100 900;src:url("http://localhost:3000/fonts/inter-latin-opsz-normal.woff2") format("woff2")}</style><!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}.gap{mso-line-height-rule:exactly}</style><![endif]--></head><body class="bg" style="margin:0;padding:0;background-color:#FAF8F3;-webkit-text-size-adjust:100%"><div dir="auto" style="display:none;mso-hide:all;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#FAF8F3">1. Rates 2. Oil 3. Jobs&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;&#160;&#8204;</div><table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0;padding:0;background-color:#FAF8F3"><tr><td><!--[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]--><table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;margin:0 auto"><tr><td class="pad" style="padding:32px 24px 40px;word-break:break-word"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td width="36" style="padding-bottom:14px"><div aria-hidden="true"><table role="presentation" width="24" cellpadding="0" cellspacing="0" border="0"><tr><td><table role="presentation" width="18" cellpadding="0" cellspacing="0" border="0"><tr><td class="bar gap" style="font-size:1px;line-height:3px;background-color:#12151B">&#160;</td></tr></table></td></tr><tr><td class="gap" style="font-size:1px;line-height:6px">&#160;</td></tr><tr><td><table role="presentation" width="24" cellpadding="0" cellspacing="0" border="0"><tr><td class="bar gap" style="font-size:1px;line-height:3px;background-color:#12151B">&#160;</td></tr></table></td></tr><tr><td class="gap" style="font-size:1px;line-height:6px">&#160;</td></tr><tr><td><table role="presentation" width="12" cellpadding="0" cellspacing="0" border="0"><tr><td class="bar gap" style="font-size:1px;line-height:3px;background-color:#12151B">&#160;</td></tr></table></td></tr></table></div></td><td class="ink" style="padding-bottom:14px;font-family:Newsreader,Georgia,serif;font-size:28px;line-height:32px;font-weight:480;letter-spacing:-.3px;color:#12151B">Threeline</td><td class="quiet" align="right" style="padding-bottom:14px;font-family:Inter,-apple-system,''Segoe UI'',Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#5D6169;white-space:nowrap">Tue, Nov 24</td></tr><tr><td colspan="3" class="thick gap" style="font-size:1px;line-height:1px;border-top:3px solid #12151B">&#160;</td></tr></table><h1 class="ink" dir="auto" style="font-family:Newsreader,Georgia,serif;font-size:34px;line-height:38px;font-weight:460;letter-spacing:-.6px;color:#12151B;margin:20px 0">Yields, oil, and a patient central bank</h1><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="auto"><tr><td class="hair quiet" width="32" valign="top" style="font-family:Newsreader,Georgia,serif;font-size:22px;line-height:28px;letter-spacing:-.1px;color:#5D6169;padding:14px 0;border-top:1px solid #DDD7CA">1. </td><td class="hair ink" style="font-family:Newsreader,Georgia,serif;font-size:22px;line-height:28px;letter-spacing:-.1px;color:#12151B;padding:14px 0;border-top:1px solid #DDD7CA">Rates</td></tr><tr><td class="hair quiet" width="32" valign="top" style="font-family:Newsreader,Georgia,serif;font-size:22px;line-height:28px;letter-spacing:-.1px;color:#5D6169;padding:14px 0;border-top:1px solid #DDD7CA">2. </td><td class="hair ink" style="font-family:Newsreader,Georgia,serif;font-size:22px;line-height:28px;letter-spacing:-.1px;color:#12151B;padding:14px 0;border-top:1px solid #DDD7CA">Oil</td></tr><tr><td class="hair quiet" width="32" valign="top" style="font-family:Newsreader,Georgia,serif;font-size:22px;line-height:28px;letter-spacing:-.1px;color:#5D6169;padding:14px 0;border-top:1px solid #DDD7CA">3. </td><td class="hair ink" style="font-family:Newsreader,Georgia,serif;font-size:22px;line-height:28px;letter-spacing:-.1px;color:#12151B;padding:14px 0;border-top:1px solid #DDD7CA">Jobs</td></tr></table><div class="gap" style="font-size:1px;line-height:12px">&#160;</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="hair ink" style="font-family:Newsreader,Georgia,serif;font-size:18px;line-height:29px;color:#12151B;border-top:1px solid #DDD7CA;padding-top:20px"><p dir="auto" style="margin:0 0 16px">Good morning.</p>
<p dir="auto" style="margin:0 0 16px"><img src="http://localhost:3000/images/0123456789abcdef0123/chart.png" alt="Yields since 2020" style="display:block;max-width:100%;height:auto;border:0;background-color:#FFFFFF" /></p>
<div class="gap" style="font-size:1px;line-height:20px">&#160;</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="auto"><tr><td class="quiet hair" width="32" valign="top" style="font-family:Newsreader,Georgia,serif;font-size:24px;line-height:30px;letter-spacing:-.2px;border-top:1px solid #DDD7CA;padding:20px 0 8px;color:#5D6169">1 </td><td class="hair" style="border-top:1px solid #DDD7CA;padding:20px 0 8px"><h2 class="ink" style="font-family:Newsreader,Georgia,serif;font-size:24px;line-height:30px;letter-spacing:-.2px;margin:0;font-weight:500;color:#12151B">Rates</h2></td></tr></table>
<p dir="auto" style="margin:0 0 16px"><a class="ink" href="https://stats.example/" style="color:#12151B;text-decoration:underline">Sourced</a>.</p></td></tr></table><div class="gap" style="font-size:1px;line-height:28px">&#160;</div><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="go" align="center" style="background-color:#0B4F3A;border-radius:3px;mso-padding-alt:15px 26px"><a href="http://localhost:3000/r/t5" style="font-family:Inter,-apple-system,''Segoe UI'',Helvetica,Arial,sans-serif;font-size:16px;line-height:22px;color:#FAF8F3;display:inline-block;padding:15px 26px;mso-padding-alt:0;font-weight:600;text-decoration:none">Read More</a></td></tr></table><div class="gap" style="font-size:1px;line-height:8px">&#160;</div><p class="quiet" style="font-family:Inter,-apple-system,''Segoe UI'',Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#5D6169;margin:0">Read it on the web, to share or save.</p><div class="gap" style="font-size:1px;line-height:40px">&#160;</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="hair quiet" style="font-family:Inter,-apple-system,''Segoe UI'',Helvetica,Arial,sans-serif;font-size:13px;line-height:21px;color:#5D6169;border-top:1px solid #DDD7CA;padding-top:20px">You''re receiving this because you subscribed to Threeline: three headlines every weekday by 8:00am in your time zone.<br /><a class="ink" href="http://localhost:3000/account" style="color:#12151B;text-decoration:underline">Account and time zone</a> &#160;&#183;&#160; <a class="ink" href="https://unsubscribe.invalid/{token}" style="color:#12151B;text-decoration:underline" data-pm-no-track="">Unsubscribe</a><br /><br />Stopping emails doesn''t cancel your subscription. To cancel, go to your account.<br />Threeline, 40 Example Street, London EC2M 1AA. News, not investment advice.</td></tr></table></td></tr></table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>', 'Threeline · Tue, Nov 24

Yields, oil, and a patient central bank

1. Rates
2. Oil
3. Jobs

------------------------------------------------------------------------

Good morning.

[Yields since 2020]

Rates
-----

Sourced (https://stats.example/).

Read More: http://localhost:3000/r/t5

------------------------------------------------------------------------

You''re receiving this because you subscribed to Threeline: three
headlines every weekday by 8:00am in your time zone.

Account and time zone: http://localhost:3000/account
Unsubscribe: https://unsubscribe.invalid/{token}

Stopping emails doesn''t cancel your subscription. To cancel, go to your
account.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
', '2026-11-24 12:45:02+00');

INSERT INTO editor_presence (subject, admin_id, seen_at) VALUES
  ('post:1', '1', '2026-11-24 09:30:00+00');

INSERT INTO email_changes (id, subscriber_id, email, created_at, expires_at, confirmed_at) VALUES
  ('1', '2', 'new@example.com', '2026-11-24 09:00:00+00', '2026-11-25 09:00:00+00', NULL);

INSERT INTO email_visit_counts (local_date, kind, link, people) VALUES
  ('2026-11-20', 'open', '', '9');

INSERT INTO email_visits (local_date, subscriber_id, kind, link) VALUES
  ('2026-11-24', '1', 'open', ''),
  ('2026-11-24', '1', 'click', 'https://stats.example/');

INSERT INTO erasures (hash, erased_at) VALUES
  ('cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '2026-10-02 08:00:00+00');

INSERT INTO found_messages (local_date, channel, address_hash, provider_message_id) VALUES
  ('2026-10-05', 'email', E'\\xabababababababababababababababababababababababababababababababab', 'a5b2c1d0-0000-4000-8000-000000000003');

INSERT INTO images (id, key, name, alt, width, height, format, size_bytes, actor, created_at, chosen_at) VALUES
  ('1', '0123456789abcdef0123', 'chart.png', 'Yields since 2020', '1200', '800', 'png', '84211', 'admin:olivia', '2026-11-23 09:00:00+00', '2026-11-23 09:00:00+00');

INSERT INTO imported_people (import_id, subscriber_id, before, stored_at) VALUES
  ('1', '3', NULL, '2026-11-19 10:01:00+00'),
  ('1', '4', '{"name": "Before"}', '2026-11-19 10:01:00+00');

INSERT INTO link_checks (url, state, detail, checked_at) VALUES
  ('https://stats.example/', 'works', NULL, '2026-11-23 17:00:00+00');

INSERT INTO login_tokens (id, subscriber_id, token_hash, nonce_hash, expires_at, consumed_at, consumed_by, session_id, replaced_at, created_at) VALUES
  ('1', '3', 'demo9', NULL, '2026-11-02 23:56:32.427+00', '2026-11-02 23:42:32.427+00', NULL, NULL, NULL, '2026-11-02 23:41:32.427+00'),
  ('2', '5', 'demo11', NULL, '2026-10-27 23:01:31.338+00', '2026-10-27 22:47:31.338+00', NULL, NULL, NULL, '2026-10-27 22:46:31.338+00'),
  ('3', '6', 'demo10', NULL, '2026-11-14 17:56:49.134+00', '2026-11-14 17:42:49.134+00', NULL, NULL, NULL, '2026-11-14 17:41:49.134+00'),
  ('4', '7', 'demo5', NULL, '2026-11-06 08:42:10.306+00', '2026-11-06 08:28:10.306+00', NULL, NULL, NULL, '2026-11-06 08:27:10.306+00'),
  ('5', '8', 'demo12', NULL, '2026-10-24 12:18:42.557+00', '2026-10-24 12:04:42.557+00', NULL, NULL, NULL, '2026-10-24 12:03:42.557+00'),
  ('6', '10', 'demo2', NULL, '2026-10-25 09:17:32.576+00', '2026-10-25 09:03:32.576+00', NULL, NULL, NULL, '2026-10-25 09:02:32.576+00'),
  ('7', '12', 'demo3', NULL, '2026-11-17 21:39:24.029+00', '2026-11-17 21:25:24.029+00', NULL, NULL, NULL, '2026-11-17 21:24:24.029+00');

INSERT INTO missed_days (local_date, subscriber_id, found_at, state, skip_reason, requested_by, requested_at, paddle_subscription_id, charge_before, charge_after, finished_at, next_attempt_at) VALUES
  ('2026-11-19', '6', '2026-11-19 15:00:00+00', 'skipped', 'too_few', NULL, NULL, NULL, NULL, NULL, '2026-11-19 15:00:00+00', '2026-11-19 15:00:00+00');

INSERT INTO money_changes (key, subscription_id, kind, occurred_at, day, old_status, status, old_plan, plan, currency, old_yearly, yearly, amount, reason, cohort) VALUES
  ('evt_demo10_1', 'sub_demo10', 'trial_started', '2026-04-16 06:29:18.350735+00', '2026-04-16', NULL, 'trialing', NULL, 'annual', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo10_6', 'sub_demo10', 'canceled', '2026-04-18 17:36:29.658005+00', '2026-04-18', 'trialing', 'canceled', 'annual', 'annual', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo11_1', 'sub_demo11', 'trial_started', '2026-03-11 18:54:58.556899+00', '2026-03-11', NULL, 'trialing', NULL, 'monthly', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo11_6', 'sub_demo11', 'canceled', '2026-03-14 11:04:00.484101+00', '2026-03-14', 'trialing', 'canceled', 'monthly', 'monthly', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo12_1', 'sub_demo12', 'trial_started', '2026-05-22 03:12:19.971616+00', '2026-05-21', NULL, 'trialing', NULL, 'monthly', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo12_6', 'sub_demo12', 'canceled', '2026-05-24 06:11:00.919218+00', '2026-05-24', 'trialing', 'canceled', 'monthly', 'monthly', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo1_1', 'sub_demo1', 'trial_started', '2025-03-24 06:59:58.673607+00', '2025-03-24', NULL, 'trialing', NULL, 'monthly', 'USD', '0', '0', '0', NULL, '2025-03-01'),
  ('evt_demo1_2', 'sub_demo1', 'status_changed', '2025-03-31 06:59:58.673607+00', '2025-03-31', 'trialing', 'active', 'monthly', 'monthly', 'USD', '0', '6000', '0', NULL, '2025-03-01'),
  ('evt_demo1_6active', 'sub_demo1', 'recovered', '2025-09-02 07:00:28.673607+00', '2025-09-02', 'past_due', 'active', 'monthly', 'monthly', 'USD', '6000', '6000', '0', NULL, '2025-03-01'),
  ('evt_demo1_6past_due', 'sub_demo1', 'past_due', '2025-08-30 07:00:28.673607+00', '2025-08-30', 'active', 'past_due', 'monthly', 'monthly', 'USD', '6000', '6000', '0', NULL, '2025-03-01'),
  ('evt_demo2_1', 'sub_demo2', 'trial_started', '2026-10-14 14:12:45.862605+00', '2026-10-14', NULL, 'trialing', NULL, 'annual', 'USD', '0', '0', '0', NULL, '2026-10-01'),
  ('evt_demo2_2', 'sub_demo2', 'status_changed', '2026-10-21 14:12:45.862605+00', '2026-10-21', 'trialing', 'active', 'annual', 'annual', 'USD', '0', '4000', '0', NULL, '2026-10-01'),
  ('evt_demo3_1', 'sub_demo3', 'trial_started', '2026-11-17 21:19:24.029479+00', '2026-11-17', NULL, 'trialing', NULL, 'annual', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo4_1', 'sub_demo4', 'trial_started', '2026-11-12 18:43:56.710642+00', '2026-11-12', NULL, 'trialing', NULL, 'annual', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo4_2', 'sub_demo4', 'status_changed', '2026-11-19 18:43:56.710642+00', '2026-11-19', 'trialing', 'active', 'annual', 'annual', 'USD', '0', '4000', '0', NULL, NULL),
  ('evt_demo4_3', 'sub_demo4', 'past_due', '2026-11-19 18:44:56.710642+00', '2026-11-19', 'active', 'past_due', 'annual', 'annual', 'USD', '4000', '4000', '0', NULL, NULL),
  ('evt_demo5_1', 'sub_demo5', 'trial_started', '2026-04-29 20:02:47.341928+00', '2026-04-29', NULL, 'trialing', NULL, 'annual', 'USD', '0', '0', '0', NULL, '2026-05-01'),
  ('evt_demo5_2', 'sub_demo5', 'status_changed', '2026-05-06 20:02:47.341928+00', '2026-05-06', 'trialing', 'active', 'annual', 'annual', 'USD', '0', '4000', '0', NULL, '2026-05-01'),
  ('evt_demo6_1', 'sub_demo6', 'trial_started', '2025-11-18 03:04:27.609669+00', '2025-11-17', NULL, 'trialing', NULL, 'annual', 'USD', '0', '0', '0', NULL, '2025-11-01'),
  ('evt_demo6_2', 'sub_demo6', 'status_changed', '2025-11-25 03:04:27.609669+00', '2025-11-24', 'trialing', 'active', 'annual', 'annual', 'USD', '0', '4000', '0', NULL, '2025-11-01'),
  ('evt_demo7_1', 'sub_demo7', 'trial_started', '2025-03-26 21:13:54.25735+00', '2025-03-26', NULL, 'trialing', NULL, 'monthly', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo7_6', 'sub_demo7', 'canceled', '2025-03-28 04:56:14.297009+00', '2025-03-28', 'trialing', 'canceled', 'monthly', 'monthly', 'USD', '0', '0', '0', NULL, NULL),
  ('evt_demo8_1', 'sub_demo8', 'trial_started', '2026-08-16 19:21:34.198025+00', '2026-08-16', NULL, 'trialing', NULL, 'monthly', 'USD', '0', '0', '0', NULL, '2026-08-01'),
  ('evt_demo8_2', 'sub_demo8', 'status_changed', '2026-08-23 19:21:34.198025+00', '2026-08-23', 'trialing', 'active', 'monthly', 'monthly', 'USD', '0', '6000', '0', NULL, '2026-08-01'),
  ('evt_demo9_1', 'sub_demo9', 'trial_started', '2025-09-02 12:14:07.028618+00', '2025-09-02', NULL, 'trialing', NULL, 'monthly', 'USD', '0', '0', '0', NULL, '2025-09-01'),
  ('evt_demo9_2', 'sub_demo9', 'status_changed', '2025-09-09 12:14:07.028618+00', '2025-09-09', 'trialing', 'active', 'monthly', 'monthly', 'USD', '0', '6000', '0', NULL, '2025-09-01'),
  ('evt_demo_f1_6_1', 'sub_demo1', 'payment_failed', '2025-08-30 07:00:28.673607+00', '2025-08-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', 'not_enough_balance', '2025-03-01'),
  ('evt_demo_f4_0_1', 'sub_demo4', 'payment_failed', '2026-11-19 18:43:56.710642+00', '2026-11-19', NULL, NULL, NULL, 'annual', 'USD', '0', '0', '4000', 'expired_card', NULL),
  ('txn_demo1_1', 'sub_demo1', 'converted', '2025-03-31 07:00:28.673607+00', '2025-03-31', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_10', 'sub_demo1', 'renewed', '2025-12-30 07:00:28.673607+00', '2025-12-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_11', 'sub_demo1', 'renewed', '2026-01-30 07:00:28.673607+00', '2026-01-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_12', 'sub_demo1', 'renewed', '2026-02-28 07:00:28.673607+00', '2026-02-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_13', 'sub_demo1', 'renewed', '2026-03-28 07:00:28.673607+00', '2026-03-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_14', 'sub_demo1', 'renewed', '2026-04-28 07:00:28.673607+00', '2026-04-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_15', 'sub_demo1', 'renewed', '2026-05-28 07:00:28.673607+00', '2026-05-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_16', 'sub_demo1', 'renewed', '2026-06-28 07:00:28.673607+00', '2026-06-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_17', 'sub_demo1', 'renewed', '2026-07-28 07:00:28.673607+00', '2026-07-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_18', 'sub_demo1', 'renewed', '2026-08-28 07:00:28.673607+00', '2026-08-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_19', 'sub_demo1', 'renewed', '2026-09-28 07:00:28.673607+00', '2026-09-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_2', 'sub_demo1', 'renewed', '2025-04-30 07:00:28.673607+00', '2025-04-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_20', 'sub_demo1', 'renewed', '2026-10-28 07:00:28.673607+00', '2026-10-28', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_3', 'sub_demo1', 'renewed', '2025-05-30 07:00:28.673607+00', '2025-05-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_4', 'sub_demo1', 'renewed', '2025-06-30 07:00:28.673607+00', '2025-06-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_5', 'sub_demo1', 'renewed', '2025-07-30 07:00:28.673607+00', '2025-07-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_6', 'sub_demo1', 'renewed', '2025-09-02 07:00:28.673607+00', '2025-09-02', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_7', 'sub_demo1', 'renewed', '2025-09-30 07:00:28.673607+00', '2025-09-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_8', 'sub_demo1', 'renewed', '2025-10-30 07:00:28.673607+00', '2025-10-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo1_9', 'sub_demo1', 'renewed', '2025-11-30 07:00:28.673607+00', '2025-11-30', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-03-01'),
  ('txn_demo2_1', 'sub_demo2', 'converted', '2026-10-21 14:13:15.862605+00', '2026-10-21', NULL, NULL, NULL, 'annual', 'USD', '0', '0', '4000', NULL, '2026-10-01'),
  ('txn_demo5_1', 'sub_demo5', 'converted', '2026-05-06 20:03:17.341928+00', '2026-05-06', NULL, NULL, NULL, 'annual', 'USD', '0', '0', '4000', NULL, '2026-05-01'),
  ('txn_demo6_1', 'sub_demo6', 'converted', '2025-11-25 03:04:57.609669+00', '2025-11-24', NULL, NULL, NULL, 'annual', 'USD', '0', '0', '4000', NULL, '2025-11-01'),
  ('txn_demo8_1', 'sub_demo8', 'converted', '2026-08-23 19:22:04.198025+00', '2026-08-23', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2026-08-01'),
  ('txn_demo8_2', 'sub_demo8', 'renewed', '2026-09-23 19:22:04.198025+00', '2026-09-23', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2026-08-01'),
  ('txn_demo8_3', 'sub_demo8', 'renewed', '2026-10-23 19:22:04.198025+00', '2026-10-23', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2026-08-01'),
  ('txn_demo9_1', 'sub_demo9', 'converted', '2025-09-09 12:14:37.028618+00', '2025-09-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_10', 'sub_demo9', 'renewed', '2026-06-09 12:14:37.028618+00', '2026-06-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_11', 'sub_demo9', 'renewed', '2026-07-09 12:14:37.028618+00', '2026-07-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_12', 'sub_demo9', 'renewed', '2026-08-09 12:14:37.028618+00', '2026-08-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_13', 'sub_demo9', 'renewed', '2026-09-09 12:14:37.028618+00', '2026-09-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_14', 'sub_demo9', 'renewed', '2026-10-09 12:14:37.028618+00', '2026-10-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_15', 'sub_demo9', 'renewed', '2026-11-09 12:14:37.028618+00', '2026-11-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_2', 'sub_demo9', 'renewed', '2025-10-09 12:14:37.028618+00', '2025-10-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_3', 'sub_demo9', 'renewed', '2025-11-09 12:14:37.028618+00', '2025-11-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_4', 'sub_demo9', 'renewed', '2025-12-09 12:14:37.028618+00', '2025-12-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_5', 'sub_demo9', 'renewed', '2026-01-09 12:14:37.028618+00', '2026-01-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_6', 'sub_demo9', 'renewed', '2026-02-09 12:14:37.028618+00', '2026-02-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_7', 'sub_demo9', 'renewed', '2026-03-09 12:14:37.028618+00', '2026-03-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_8', 'sub_demo9', 'renewed', '2026-04-09 12:14:37.028618+00', '2026-04-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01'),
  ('txn_demo9_9', 'sub_demo9', 'renewed', '2026-05-09 12:14:37.028618+00', '2026-05-09', NULL, NULL, NULL, 'monthly', 'USD', '0', '0', '500', NULL, '2025-09-01');

INSERT INTO money_checks (id, at, currency, paying, paddle_paying, yearly, paddle_yearly, moving) VALUES
  ('1', '2026-11-24 03:00:00+00', 'USD', '12', '12', '144000', '144000', '0');

INSERT INTO money_days (id, day, kind, old_status, status, old_plan, plan, currency, reason, cohort, movement, changes, old_counted, counted, old_yearly, yearly, amount) VALUES
  ('1', '2026-06-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('2', '2026-01-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('3', '2025-10-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('4', '2026-08-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('5', '2025-09-09', 'status_changed', 'trialing', 'active', 'monthly', 'monthly', 'USD', NULL, '2025-09-01', 'new', '1', '0', '1', '0', '6000', '0'),
  ('6', '2026-05-21', 'trial_started', NULL, 'trialing', NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('7', '2025-09-02', 'recovered', 'past_due', 'active', 'monthly', 'monthly', 'USD', NULL, NULL, NULL, '1', '1', '1', '6000', '6000', '0'),
  ('8', '2025-09-02', 'trial_started', NULL, 'trialing', NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('9', '2026-10-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('10', '2026-04-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('11', '2026-11-19', 'status_changed', 'trialing', 'active', 'annual', 'annual', 'USD', NULL, NULL, 'new', '1', '0', '1', '0', '4000', '0'),
  ('12', '2026-07-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('13', '2026-03-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('14', '2026-01-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('15', '2025-06-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('16', '2026-05-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('17', '2026-05-24', 'canceled', 'trialing', 'canceled', 'monthly', 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('18', '2026-11-12', 'trial_started', NULL, 'trialing', NULL, 'annual', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('19', '2026-08-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('20', '2025-03-26', 'trial_started', NULL, 'trialing', NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('21', '2026-03-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('22', '2026-05-06', 'converted', NULL, NULL, NULL, 'annual', 'USD', NULL, '2026-05-01', NULL, '1', '0', '0', '0', '0', '4000'),
  ('23', '2026-10-14', 'trial_started', NULL, 'trialing', NULL, 'annual', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('24', '2025-09-09', 'converted', NULL, NULL, NULL, 'monthly', 'USD', NULL, '2025-09-01', NULL, '1', '0', '0', '0', '0', '500'),
  ('25', '2025-03-31', 'converted', NULL, NULL, NULL, 'monthly', 'USD', NULL, '2025-03-01', NULL, '1', '0', '0', '0', '0', '500'),
  ('26', '2025-12-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('27', '2026-11-17', 'trial_started', NULL, 'trialing', NULL, 'annual', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('28', '2026-03-14', 'canceled', 'trialing', 'canceled', 'monthly', 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('29', '2025-03-24', 'trial_started', NULL, 'trialing', NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('30', '2025-12-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('31', '2025-08-30', 'payment_failed', NULL, NULL, NULL, 'monthly', 'USD', 'not_enough_balance', NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('32', '2026-05-06', 'status_changed', 'trialing', 'active', 'annual', 'annual', 'USD', NULL, '2026-05-01', 'new', '1', '0', '1', '0', '4000', '0'),
  ('33', '2026-06-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('34', '2026-04-16', 'trial_started', NULL, 'trialing', NULL, 'annual', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('35', '2026-03-11', 'trial_started', NULL, 'trialing', NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('36', '2025-05-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('37', '2025-10-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('38', '2026-02-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('39', '2026-02-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('40', '2026-08-23', 'status_changed', 'trialing', 'active', 'monthly', 'monthly', 'USD', NULL, '2026-08-01', 'new', '1', '0', '1', '0', '6000', '0'),
  ('41', '2025-03-28', 'canceled', 'trialing', 'canceled', 'monthly', 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('42', '2026-10-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('43', '2026-09-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('44', '2026-09-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('45', '2025-09-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('46', '2025-03-31', 'status_changed', 'trialing', 'active', 'monthly', 'monthly', 'USD', NULL, '2025-03-01', 'new', '1', '0', '1', '0', '6000', '0'),
  ('47', '2026-11-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('48', '2026-04-29', 'trial_started', NULL, 'trialing', NULL, 'annual', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('49', '2025-11-24', 'converted', NULL, NULL, NULL, 'annual', 'USD', NULL, '2025-11-01', NULL, '1', '0', '0', '0', '0', '4000'),
  ('50', '2026-11-19', 'past_due', 'active', 'past_due', 'annual', 'annual', 'USD', NULL, NULL, NULL, '1', '1', '1', '4000', '4000', '0'),
  ('51', '2025-07-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('52', '2026-10-23', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('53', '2025-11-17', 'trial_started', NULL, 'trialing', NULL, 'annual', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('54', '2026-08-23', 'converted', NULL, NULL, NULL, 'monthly', 'USD', NULL, '2026-08-01', NULL, '1', '0', '0', '0', '0', '500'),
  ('55', '2025-11-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('56', '2025-08-30', 'past_due', 'active', 'past_due', 'monthly', 'monthly', 'USD', NULL, NULL, NULL, '1', '1', '1', '6000', '6000', '0'),
  ('57', '2025-11-24', 'status_changed', 'trialing', 'active', 'annual', 'annual', 'USD', NULL, '2025-11-01', 'new', '1', '0', '1', '0', '4000', '0'),
  ('58', '2025-11-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('59', '2026-11-19', 'payment_failed', NULL, NULL, NULL, 'annual', 'USD', 'expired_card', NULL, NULL, '1', '0', '0', '0', '0', '4000'),
  ('60', '2026-04-18', 'canceled', 'trialing', 'canceled', 'annual', 'annual', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('61', '2026-08-16', 'trial_started', NULL, 'trialing', NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '0'),
  ('62', '2026-07-28', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('63', '2026-05-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('64', '2026-04-09', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('65', '2026-10-21', 'status_changed', 'trialing', 'active', 'annual', 'annual', 'USD', NULL, '2026-10-01', 'new', '1', '0', '1', '0', '4000', '0'),
  ('66', '2025-04-30', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('67', '2026-10-21', 'converted', NULL, NULL, NULL, 'annual', 'USD', NULL, '2026-10-01', NULL, '1', '0', '0', '0', '0', '4000'),
  ('68', '2026-09-23', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500'),
  ('69', '2025-09-02', 'renewed', NULL, NULL, NULL, 'monthly', 'USD', NULL, NULL, NULL, '1', '0', '0', '0', '0', '500');

INSERT INTO money_events (key, subscription_id, kind, occurred_at, status, plan, yearly, cancel_at, amount, currency, reason, attempts, is_derived) VALUES
  ('evt_demo10_1', 'sub_demo10', 'state', '2026-04-16 06:29:18.350735+00', 'trialing', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo10_6', 'sub_demo10', 'state', '2026-04-18 17:36:29.658005+00', 'canceled', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo11_1', 'sub_demo11', 'state', '2026-03-11 18:54:58.556899+00', 'trialing', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo11_6', 'sub_demo11', 'state', '2026-03-14 11:04:00.484101+00', 'canceled', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo12_1', 'sub_demo12', 'state', '2026-05-22 03:12:19.971616+00', 'trialing', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo12_6', 'sub_demo12', 'state', '2026-05-24 06:11:00.919218+00', 'canceled', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo1_1', 'sub_demo1', 'state', '2025-03-24 06:59:58.673607+00', 'trialing', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo1_2', 'sub_demo1', 'state', '2025-03-31 06:59:58.673607+00', 'active', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo1_6active', 'sub_demo1', 'state', '2025-09-02 07:00:28.673607+00', 'active', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo1_6past_due', 'sub_demo1', 'state', '2025-08-30 07:00:28.673607+00', 'past_due', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo2_1', 'sub_demo2', 'state', '2026-10-14 14:12:45.862605+00', 'trialing', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo2_2', 'sub_demo2', 'state', '2026-10-21 14:12:45.862605+00', 'active', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo3_1', 'sub_demo3', 'state', '2026-11-17 21:19:24.029479+00', 'trialing', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo4_1', 'sub_demo4', 'state', '2026-11-12 18:43:56.710642+00', 'trialing', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo4_2', 'sub_demo4', 'state', '2026-11-19 18:43:56.710642+00', 'active', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo4_3', 'sub_demo4', 'state', '2026-11-19 18:44:56.710642+00', 'past_due', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo5_1', 'sub_demo5', 'state', '2026-04-29 20:02:47.341928+00', 'trialing', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo5_2', 'sub_demo5', 'state', '2026-05-06 20:02:47.341928+00', 'active', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo6_1', 'sub_demo6', 'state', '2025-11-18 03:04:27.609669+00', 'trialing', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo6_2', 'sub_demo6', 'state', '2025-11-25 03:04:27.609669+00', 'active', 'annual', '4000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo7_1', 'sub_demo7', 'state', '2025-03-26 21:13:54.25735+00', 'trialing', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo7_6', 'sub_demo7', 'state', '2025-03-28 04:56:14.297009+00', 'canceled', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo8_1', 'sub_demo8', 'state', '2026-08-16 19:21:34.198025+00', 'trialing', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo8_2', 'sub_demo8', 'state', '2026-08-23 19:21:34.198025+00', 'active', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo9_1', 'sub_demo9', 'state', '2025-09-02 12:14:07.028618+00', 'trialing', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo9_2', 'sub_demo9', 'state', '2025-09-09 12:14:07.028618+00', 'active', 'monthly', '6000', NULL, NULL, 'USD', NULL, NULL, 'true'),
  ('evt_demo_f1_6_1', 'sub_demo1', 'failure', '2025-08-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', 'not_enough_balance', '1', 'true'),
  ('evt_demo_f4_0_1', 'sub_demo4', 'failure', '2026-11-19 18:43:56.710642+00', NULL, NULL, NULL, NULL, '4000', 'USD', 'expired_card', '1', 'true'),
  ('txn_demo1_1', 'sub_demo1', 'charge', '2025-03-31 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_10', 'sub_demo1', 'charge', '2025-12-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_11', 'sub_demo1', 'charge', '2026-01-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_12', 'sub_demo1', 'charge', '2026-02-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_13', 'sub_demo1', 'charge', '2026-03-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_14', 'sub_demo1', 'charge', '2026-04-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_15', 'sub_demo1', 'charge', '2026-05-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_16', 'sub_demo1', 'charge', '2026-06-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_17', 'sub_demo1', 'charge', '2026-07-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_18', 'sub_demo1', 'charge', '2026-08-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_19', 'sub_demo1', 'charge', '2026-09-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_2', 'sub_demo1', 'charge', '2025-04-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_20', 'sub_demo1', 'charge', '2026-10-28 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_3', 'sub_demo1', 'charge', '2025-05-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_4', 'sub_demo1', 'charge', '2025-06-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_5', 'sub_demo1', 'charge', '2025-07-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_6', 'sub_demo1', 'charge', '2025-09-02 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_7', 'sub_demo1', 'charge', '2025-09-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_8', 'sub_demo1', 'charge', '2025-10-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo1_9', 'sub_demo1', 'charge', '2025-11-30 07:00:28.673607+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo2_1', 'sub_demo2', 'charge', '2026-10-21 14:13:15.862605+00', NULL, NULL, NULL, NULL, '4000', 'USD', NULL, NULL, 'true'),
  ('txn_demo5_1', 'sub_demo5', 'charge', '2026-05-06 20:03:17.341928+00', NULL, NULL, NULL, NULL, '4000', 'USD', NULL, NULL, 'true'),
  ('txn_demo6_1', 'sub_demo6', 'charge', '2025-11-25 03:04:57.609669+00', NULL, NULL, NULL, NULL, '4000', 'USD', NULL, NULL, 'true'),
  ('txn_demo8_1', 'sub_demo8', 'charge', '2026-08-23 19:22:04.198025+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo8_2', 'sub_demo8', 'charge', '2026-09-23 19:22:04.198025+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo8_3', 'sub_demo8', 'charge', '2026-10-23 19:22:04.198025+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_1', 'sub_demo9', 'charge', '2025-09-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_10', 'sub_demo9', 'charge', '2026-06-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_11', 'sub_demo9', 'charge', '2026-07-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_12', 'sub_demo9', 'charge', '2026-08-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_13', 'sub_demo9', 'charge', '2026-09-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_14', 'sub_demo9', 'charge', '2026-10-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_15', 'sub_demo9', 'charge', '2026-11-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_2', 'sub_demo9', 'charge', '2025-10-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_3', 'sub_demo9', 'charge', '2025-11-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_4', 'sub_demo9', 'charge', '2025-12-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_5', 'sub_demo9', 'charge', '2026-01-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_6', 'sub_demo9', 'charge', '2026-02-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_7', 'sub_demo9', 'charge', '2026-03-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_8', 'sub_demo9', 'charge', '2026-04-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true'),
  ('txn_demo9_9', 'sub_demo9', 'charge', '2026-05-09 12:14:37.028618+00', NULL, NULL, NULL, NULL, '500', 'USD', NULL, NULL, 'true');

INSERT INTO notices (key, kind, subscriber_id, recipient, detail, created_at, sent_at, failures, next_attempt_at) VALUES
  ('welcome:1', 'welcome', '1', 'reader@example.com', NULL, '2026-01-05 12:00:00+00', '2026-01-05 12:00:00+00', '0', '2026-01-05 12:00:00+00');

INSERT INTO onboarding_records (id, uid, subscriber_id, paddle_customer_id, paddle_subscription_id, phone, phone_tries, sms_consent_at, confirmation_text, terms_agreed_at, completed_at, address_changes, created_at, updated_at) VALUES
  ('1', 'uid_demo1', '1', 'ctm_demo1', 'sub_demo1', NULL, '0', NULL, NULL, '2025-03-24 07:03:58.674+00', '2025-03-24 07:03:58.674+00', '0', '2025-03-24 06:59:58.674+00', NULL),
  ('2', 'uid_demo7', '2', 'ctm_demo7', 'sub_demo7', NULL, '0', NULL, NULL, '2025-03-26 21:17:54.257+00', '2025-03-26 21:17:54.257+00', '0', '2025-03-26 21:13:54.257+00', NULL),
  ('3', 'uid_demo9', '3', 'ctm_demo9', 'sub_demo9', NULL, '0', NULL, NULL, '2025-09-02 12:18:07.029+00', '2025-09-02 12:18:07.029+00', '0', '2025-09-02 12:14:07.029+00', NULL),
  ('4', 'uid_demo6', '4', 'ctm_demo6', 'sub_demo6', NULL, '0', NULL, NULL, '2025-11-18 03:08:27.61+00', '2025-11-18 03:08:27.61+00', '0', '2025-11-18 03:04:27.61+00', NULL),
  ('5', 'uid_demo11', '5', 'ctm_demo11', 'sub_demo11', NULL, '0', NULL, NULL, '2026-03-11 18:58:58.557+00', '2026-03-11 18:58:58.557+00', '0', '2026-03-11 18:54:58.557+00', NULL),
  ('6', 'uid_demo10', '6', 'ctm_demo10', 'sub_demo10', NULL, '0', NULL, NULL, '2026-04-16 06:33:18.351+00', '2026-04-16 06:33:18.351+00', '0', '2026-04-16 06:29:18.351+00', NULL),
  ('7', 'uid_demo5', '7', 'ctm_demo5', 'sub_demo5', NULL, '0', NULL, NULL, '2026-04-29 20:06:47.342+00', '2026-04-29 20:06:47.342+00', '0', '2026-04-29 20:02:47.342+00', NULL),
  ('8', 'uid_demo12', '8', 'ctm_demo12', 'sub_demo12', NULL, '0', NULL, NULL, NULL, NULL, '0', '2026-05-22 03:12:19.972+00', NULL),
  ('9', 'uid_demo8', '9', 'ctm_demo8', 'sub_demo8', NULL, '0', NULL, NULL, '2026-08-16 19:25:34.198+00', '2026-08-16 19:25:34.198+00', '0', '2026-08-16 19:21:34.198+00', NULL),
  ('10', 'uid_demo2', '10', 'ctm_demo2', 'sub_demo2', NULL, '0', NULL, NULL, '2026-10-14 14:16:45.863+00', '2026-10-14 14:16:45.863+00', '0', '2026-10-14 14:12:45.863+00', NULL),
  ('11', 'uid_demo4', '11', 'ctm_demo4', 'sub_demo4', NULL, '0', NULL, NULL, '2026-11-12 18:47:56.711+00', '2026-11-12 18:47:56.711+00', '0', '2026-11-12 18:43:56.711+00', NULL),
  ('12', 'uid_demo3', '12', 'ctm_demo3', 'sub_demo3', NULL, '0', NULL, NULL, '2026-11-17 21:23:24.029+00', '2026-11-17 21:23:24.029+00', '0', '2026-11-17 21:19:24.029+00', NULL);

INSERT INTO operator_alerts (key, recipient, subject, body, created_at, sent_at, failures, next_attempt_at) VALUES
  ('missed:2026-11-19', NULL, 'Briefings missed', 'One person missed the briefing of November 19.', '2026-11-19 15:00:00+00', '2026-11-19 15:00:00+00', '0', '2026-11-19 15:00:00+00');

INSERT INTO paddle_customers (id, email, name, occurred_at, event_id) VALUES
  ('ctm_demo1', 'reader1@mail.example', 'Daniel Silva', '2025-03-24 06:59:58.673607+00', 'evt_demo_c1'),
  ('ctm_demo10', 'reader10@letters.example.net', 'Elena Novak', '2026-04-16 06:29:18.350735+00', 'evt_demo_c10'),
  ('ctm_demo11', 'reader11@letters.example.net', 'Olivia Tanaka', '2026-03-11 18:54:58.556899+00', 'evt_demo_c11'),
  ('ctm_demo12', 'reader12@mail.example', 'Daniel Hughes', '2026-05-22 03:12:19.971616+00', 'evt_demo_c12'),
  ('ctm_demo2', 'reader2@mail.example', 'Hugo Marchetti', '2026-10-14 14:12:45.862605+00', 'evt_demo_c2'),
  ('ctm_demo3', 'reader3@mail.example', 'Robert Costa', '2026-11-17 21:19:24.029479+00', 'evt_demo_c3'),
  ('ctm_demo4', 'reader4@letters.example.net', 'Adrian Watanabe', '2026-11-12 18:43:56.710642+00', 'evt_demo_c4'),
  ('ctm_demo5', 'reader5@office.example.org', 'Ivan Li', '2026-04-29 20:02:47.341928+00', 'evt_demo_c5'),
  ('ctm_demo6', 'reader6@letters.example.net', 'Priya Petersen', '2025-11-18 03:04:27.609669+00', 'evt_demo_c6'),
  ('ctm_demo7', 'reader7@office.example.org', 'Grace Okafor', '2025-03-26 21:13:54.25735+00', 'evt_demo_c7'),
  ('ctm_demo8', 'reader8@post.example', 'Grace Lindqvist', '2026-08-16 19:21:34.198025+00', 'evt_demo_c8'),
  ('ctm_demo9', 'reader9@letters.example.net', 'Omar Popescu', '2025-09-02 12:14:07.028618+00', 'evt_demo_c9');

INSERT INTO page_versions (subject, version) VALUES
  ('daily_messages', '2'),
  ('posts', '2');

INSERT INTO payments (paddle_transaction_id, paddle_subscription_id, period_ends_at, refunded_at) VALUES
  ('txn_demo1_1', 'sub_demo1', '2025-04-30 06:59:58.674+00', NULL),
  ('txn_demo1_10', 'sub_demo1', '2026-01-30 06:59:58.674+00', NULL),
  ('txn_demo1_11', 'sub_demo1', '2026-02-28 06:59:58.674+00', NULL),
  ('txn_demo1_12', 'sub_demo1', '2026-03-28 06:59:58.674+00', NULL),
  ('txn_demo1_13', 'sub_demo1', '2026-04-28 06:59:58.674+00', NULL),
  ('txn_demo1_14', 'sub_demo1', '2026-05-28 06:59:58.674+00', NULL),
  ('txn_demo1_15', 'sub_demo1', '2026-06-28 06:59:58.674+00', NULL),
  ('txn_demo1_16', 'sub_demo1', '2026-07-28 06:59:58.674+00', NULL),
  ('txn_demo1_17', 'sub_demo1', '2026-08-28 06:59:58.674+00', NULL),
  ('txn_demo1_18', 'sub_demo1', '2026-09-28 06:59:58.674+00', NULL),
  ('txn_demo1_19', 'sub_demo1', '2026-10-28 06:59:58.674+00', NULL),
  ('txn_demo1_2', 'sub_demo1', '2025-05-30 06:59:58.674+00', NULL),
  ('txn_demo1_20', 'sub_demo1', '2026-11-28 06:59:58.674+00', NULL),
  ('txn_demo1_3', 'sub_demo1', '2025-06-30 06:59:58.674+00', NULL),
  ('txn_demo1_4', 'sub_demo1', '2025-07-30 06:59:58.674+00', NULL),
  ('txn_demo1_5', 'sub_demo1', '2025-08-30 06:59:58.674+00', NULL),
  ('txn_demo1_6', 'sub_demo1', '2025-09-30 06:59:58.674+00', NULL),
  ('txn_demo1_7', 'sub_demo1', '2025-10-30 06:59:58.674+00', NULL),
  ('txn_demo1_8', 'sub_demo1', '2025-11-30 06:59:58.674+00', NULL),
  ('txn_demo1_9', 'sub_demo1', '2025-12-30 06:59:58.674+00', NULL),
  ('txn_demo2_1', 'sub_demo2', '2027-10-21 14:12:45.863+00', NULL),
  ('txn_demo5_1', 'sub_demo5', '2027-05-06 20:02:47.342+00', NULL),
  ('txn_demo6_1', 'sub_demo6', '2026-11-25 03:04:27.61+00', NULL),
  ('txn_demo8_1', 'sub_demo8', '2026-09-23 19:21:34.198+00', NULL),
  ('txn_demo8_2', 'sub_demo8', '2026-10-23 19:21:34.198+00', NULL),
  ('txn_demo8_3', 'sub_demo8', '2026-11-23 19:21:34.198+00', NULL),
  ('txn_demo9_1', 'sub_demo9', '2025-10-09 12:14:07.029+00', NULL),
  ('txn_demo9_10', 'sub_demo9', '2026-07-09 12:14:07.029+00', NULL),
  ('txn_demo9_11', 'sub_demo9', '2026-08-09 12:14:07.029+00', NULL),
  ('txn_demo9_12', 'sub_demo9', '2026-09-09 12:14:07.029+00', NULL),
  ('txn_demo9_13', 'sub_demo9', '2026-10-09 12:14:07.029+00', NULL),
  ('txn_demo9_14', 'sub_demo9', '2026-11-09 12:14:07.029+00', NULL),
  ('txn_demo9_15', 'sub_demo9', '2026-12-09 12:14:07.029+00', NULL),
  ('txn_demo9_2', 'sub_demo9', '2025-11-09 12:14:07.029+00', NULL),
  ('txn_demo9_3', 'sub_demo9', '2025-12-09 12:14:07.029+00', NULL),
  ('txn_demo9_4', 'sub_demo9', '2026-01-09 12:14:07.029+00', NULL),
  ('txn_demo9_5', 'sub_demo9', '2026-02-09 12:14:07.029+00', NULL),
  ('txn_demo9_6', 'sub_demo9', '2026-03-09 12:14:07.029+00', NULL),
  ('txn_demo9_7', 'sub_demo9', '2026-04-09 12:14:07.029+00', NULL),
  ('txn_demo9_8', 'sub_demo9', '2026-05-09 12:14:07.029+00', NULL),
  ('txn_demo9_9', 'sub_demo9', '2026-06-09 12:14:07.029+00', NULL);

INSERT INTO phone_changes (subscriber_id, phone, code_hash, attempts, expires_at) VALUES
  ('1', '+12125550191', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '1', '2026-11-24 14:10:00+00');

INSERT INTO post_words (word) VALUES
  ('and'),
  ('bank'),
  ('central'),
  ('good'),
  ('morning'),
  ('oil'),
  ('patient'),
  ('rates'),
  ('since'),
  ('sourced'),
  ('yields');

INSERT INTO posts (id, slug, title, local_date, content, preview, plain_text, read_time, is_draft, thread_terms, created_at, updated_at, deleted_at) VALUES
  ('1', 't5', 'Yields, oil, and a patient central bank', '2026-11-24', 'Good morning.

![Yields since 2020](/images/0123456789abcdef0123/chart.png)

## Rates

[Sourced](https://stats.example/).', 'Good morning. [Yields since 2020] Sourced.', 'Good morning.
[Yields since 2020]
Rates
Sourced.', '1', 'false', NULL, '2026-11-23 09:00:00+00', NULL, NULL);

INSERT INTO provider_rate_limits (provider, next_send_at, paused_until, pause_reason, unanswered) VALUES
  ('postmark', '2026-11-24 12:45:03+00', NULL, NULL, '0');

INSERT INTO rate_limits (key, hits, expires_at) VALUES
  ('login:192.0.2.7', '2', '2026-11-24 10:00:00+00');

INSERT INTO restores (id, cause, highest_ids, detected_at, confirmed_at, reconciled_at, lookup_count, found_count, probe_sent_at, failures, error, next_attempt_at, released_at) VALUES
  ('1', 'backup', '{"subscribers_id_seq": 20}', '2026-10-05 06:00:00+00', '2026-10-05 06:01:00+00', '2026-10-05 06:05:00+00', '0', '3', NULL, '0', NULL, '2026-10-05 06:05:00+00', '2026-10-05 06:05:00+00');

INSERT INTO revisions (id, post_id, daily_message_id, number, content, actor, created_at) VALUES
  ('1', '1', NULL, '1', E'{"date": "2026-11-24", "slug": "t5", "title": "Yields, oil, and a patient central bank", "content": "Good morning.\\n\\n![Yields since 2020](/images/0123456789abcdef0123/chart.png)\\n\\n## Rates\\n\\n[Sourced](https://stats.example/).", "isDraft": false, "readTime": 1, "threadTerms": ""}', 'admin:olivia', '2026-11-23 09:00:00+00'),
  ('2', NULL, '1', '1', E'{"date": "2026-11-24", "message": "1. Rates\\n2. Oil\\n3. Jobs", "isActive": true}', 'admin:olivia', '2026-11-23 09:00:00+00');

INSERT INTO saved_views (id, admin_id, name, query, created_at) VALUES
  ('1', '1', 'Trials', 'status=trialing', '2026-11-20 09:00:00+00');

INSERT INTO send_attempts (id, local_date, batch_id, worker_id, state, recipients, accepted, failed, error, lookup_count, found_count, started_at, ended_at, probe_sent_at, sent_after) VALUES
  ('fb2b3dd4-5103-4d4d-a987-cb551bb109cb', '2026-11-24', '1', '0dea4a0a-8f94-45c4-be1b-7d3039bf404f', 'finalized', NULL, '3', '0', NULL, '0', NULL, '2025-01-06 12:45:02+00', '2025-01-06 12:45:02+00', NULL, '2026-11-24 12:45:02+00');

INSERT INTO sessions (id, kind, admin_id, subscriber_id, created_at, last_seen_at, expires_at, revoked_at, device_id) VALUES
  ('00000000-0000-4000-8000-000000000002', 'admin', '1', NULL, '2026-11-24 09:00:00+00', '2026-11-24 09:30:00+00', '2026-12-01 09:00:00+00', NULL, '1'),
  ('749d7701-5b7d-f9d4-aa15-47d0b7065ca2', 'subscriber', NULL, '8', '2026-10-24 12:04:42.557+00', '2026-10-24 12:14:42.557+00', '2026-11-23 12:04:42.557+00', NULL, NULL),
  ('b2089c9f-dda4-5022-a137-b97dce4cd7b6', 'subscriber', NULL, '5', '2026-10-27 22:47:31.338+00', '2026-10-27 22:57:31.338+00', '2026-11-26 22:47:31.338+00', NULL, NULL),
  ('b75579a4-ff47-88ac-d41e-0d22c3dd7279', 'subscriber', NULL, '12', '2026-11-17 21:25:24.029+00', '2026-11-17 21:35:24.029+00', '2026-12-17 21:25:24.029+00', NULL, NULL),
  ('baecbd1c-9ec7-6a40-70ec-e88907d2f535', 'subscriber', NULL, '10', '2026-10-25 09:03:32.576+00', '2026-10-25 09:13:32.576+00', '2026-11-24 09:03:32.576+00', NULL, NULL),
  ('eba161d8-9781-6424-40fb-572ddf6848e5', 'subscriber', NULL, '6', '2026-11-14 17:42:49.134+00', '2026-11-14 17:52:49.134+00', '2026-12-14 17:42:49.134+00', NULL, NULL),
  ('f46e38d3-72b7-c9ca-6bd5-6d4878b87e27', 'subscriber', NULL, '3', '2026-11-02 23:42:32.427+00', '2026-11-02 23:52:32.427+00', '2026-12-02 23:42:32.427+00', NULL, NULL),
  ('fa3dc955-feb4-805e-d323-aa51f977841d', 'subscriber', NULL, '7', '2026-11-06 08:28:10.306+00', '2026-11-06 08:38:10.306+00', '2026-12-06 08:28:10.306+00', NULL, NULL);

INSERT INTO stored_settings (key, value, updated_at) VALUES
  ('repeatTrialPolicy', '"refuse"', '2026-11-01 09:00:00+00'),
  ('smsDailyBudget', '500', '2026-11-01 09:00:00+00'),
  ('trackEmails', 'true', '2026-11-01 09:00:00+00');

INSERT INTO subscriber_changes (id, subscriber_id) VALUES
  ('25', '2');

INSERT INTO subscriber_imports (id, actor, file_name, content, source, columns, fixes, default_status, state, total, processed, added, updated, unchanged, rejected, created_at, started_at, finished_at, undone_at) VALUES
  ('1', 'admin:olivia', 'people.csv', NULL, 'threeline', '[{"name": "email", "column": "email", "example": "a@example.com"}]', '{}', NULL, 'done', '2', '2', '1', '1', '0', '0', '2026-11-19 10:00:00+00', '2026-11-19 10:01:00+00', '2026-11-19 10:02:00+00', NULL);

INSERT INTO subscriber_notes (id, subscriber_id, author, body, created_at) VALUES
  ('1', '1', 'olivia', 'Asked for an invoice by mail.', '2026-11-20 10:00:00+00');

INSERT INTO subscribers (id, email, payment_email, name, phone, timezone, holdover_date, holdover_timezone, email_enabled, sms_enabled, sms_consent_at, paused_from, paused_until, unreachable_since, created_at, updated_at) VALUES
  ('1', 'reader1@mail.example', 'reader1@mail.example', 'Daniel Silva', '+12015550101', 'America/Chicago', NULL, NULL, 'true', 'true', '2025-03-24 07:02:58.674+00', NULL, NULL, NULL, '2025-03-24 06:59:58.674+00', NULL),
  ('2', 'reader7@office.example.org', 'reader7@office.example.org', 'Grace Okafor', NULL, 'America/New_York', NULL, NULL, 'true', 'false', NULL, NULL, NULL, NULL, '2025-03-26 21:13:54.257+00', NULL),
  ('3', 'reader9@letters.example.net', 'reader9@letters.example.net', 'Omar Popescu', NULL, 'America/Chicago', NULL, NULL, 'true', 'false', NULL, NULL, NULL, NULL, '2025-09-02 12:14:07.029+00', NULL),
  ('4', 'reader6@letters.example.net', 'reader6@letters.example.net', 'Priya Petersen', NULL, 'America/New_York', NULL, NULL, 'true', 'false', NULL, NULL, NULL, NULL, '2025-11-18 03:04:27.61+00', NULL),
  ('5', 'reader11@letters.example.net', 'reader11@letters.example.net', 'Olivia Tanaka', '+12015550111', 'America/New_York', NULL, NULL, 'true', 'true', '2026-03-11 18:57:58.557+00', NULL, NULL, NULL, '2026-03-11 18:54:58.557+00', NULL),
  ('6', 'reader10@letters.example.net', 'reader10@letters.example.net', 'Elena Novak', NULL, 'America/Los_Angeles', NULL, NULL, 'true', 'false', NULL, NULL, NULL, NULL, '2026-04-16 06:29:18.351+00', NULL),
  ('7', 'reader5@office.example.org', 'reader5@office.example.org', 'Ivan Li', NULL, 'America/New_York', NULL, NULL, 'true', 'false', NULL, NULL, NULL, NULL, '2026-04-29 20:02:47.342+00', NULL),
  ('8', 'reader12@mail.example', 'reader12@mail.example', 'Daniel Hughes', NULL, 'America/New_York', NULL, NULL, 'true', 'false', NULL, NULL, NULL, NULL, '2026-05-22 03:12:19.972+00', NULL),
  ('9', 'reader8@post.example', 'reader8@post.example', 'Grace Lindqvist', '+12015550108', 'America/Los_Angeles', NULL, NULL, 'true', 'true', '2026-08-16 19:24:34.198+00', NULL, NULL, NULL, '2026-08-16 19:21:34.198+00', NULL),
  ('10', 'reader2@mail.example', 'reader2@mail.example', 'Hugo Marchetti', NULL, 'America/New_York', NULL, NULL, 'true', 'false', NULL, NULL, NULL, NULL, '2026-10-14 14:12:45.863+00', NULL),
  ('11', 'reader4@letters.example.net', 'reader4@letters.example.net', 'Adrian Watanabe', '+12015550104', 'America/Los_Angeles', NULL, NULL, 'true', 'true', '2026-11-12 18:46:56.711+00', NULL, NULL, NULL, '2026-11-12 18:43:56.711+00', NULL),
  ('12', 'reader3@mail.example', 'reader3@mail.example', 'Robert Costa', '+12015550103', 'America/Chicago', NULL, NULL, 'true', 'true', '2026-11-17 21:22:24.029+00', NULL, NULL, NULL, '2026-11-17 21:19:24.029+00', NULL);

INSERT INTO subscriptions (id, subscriber_id, paddle_subscription_id, paddle_customer_id, status, plan, first_charge_at, next_charge_at, cancel_at, canceled_at, access_ends_at, stopped_at, paddle_occurred_at, paddle_event_id, created_at, updated_at) VALUES
  ('1', '1', 'sub_demo1', 'ctm_demo1', 'active', 'monthly', '2025-03-31 06:59:58.674+00', '2026-12-10 09:00:00+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now1', '2025-03-24 06:59:58.674+00', NULL),
  ('2', '2', 'sub_demo7', 'ctm_demo7', 'canceled', 'monthly', '2025-04-02 21:13:54.257+00', NULL, NULL, '2025-03-28 04:56:14.297+00', '2025-03-28 04:56:14.297+00', NULL, '2026-11-23 08:00:00+00', 'evt_demo_now7', '2025-03-26 21:13:54.257+00', NULL),
  ('3', '3', 'sub_demo9', 'ctm_demo9', 'active', 'monthly', '2025-09-09 12:14:07.029+00', '2026-12-04 09:00:00+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now9', '2025-09-02 12:14:07.029+00', NULL),
  ('4', '4', 'sub_demo6', 'ctm_demo6', 'active', 'annual', '2025-11-25 03:04:27.61+00', '2026-12-17 09:00:00+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now6', '2025-11-18 03:04:27.61+00', NULL),
  ('5', '5', 'sub_demo11', 'ctm_demo11', 'canceled', 'monthly', '2026-03-18 18:54:58.557+00', NULL, NULL, '2026-03-14 11:04:00.484+00', '2026-03-14 11:04:00.484+00', NULL, '2026-11-23 08:00:00+00', 'evt_demo_now11', '2026-03-11 18:54:58.557+00', NULL),
  ('6', '6', 'sub_demo10', 'ctm_demo10', 'canceled', 'annual', '2026-04-23 06:29:18.351+00', NULL, NULL, '2026-04-18 17:36:29.658+00', '2026-04-18 17:36:29.658+00', NULL, '2026-11-23 08:00:00+00', 'evt_demo_now10', '2026-04-16 06:29:18.351+00', NULL),
  ('7', '7', 'sub_demo5', 'ctm_demo5', 'active', 'annual', '2026-05-06 20:02:47.342+00', '2026-12-15 09:00:00+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now5', '2026-04-29 20:02:47.342+00', NULL),
  ('8', '8', 'sub_demo12', 'ctm_demo12', 'canceled', 'monthly', '2026-05-29 03:12:19.972+00', NULL, NULL, '2026-05-24 06:11:00.919+00', '2026-05-24 06:11:00.919+00', NULL, '2026-11-23 08:00:00+00', 'evt_demo_now12', '2026-05-22 03:12:19.972+00', NULL),
  ('9', '9', 'sub_demo8', 'ctm_demo8', 'active', 'monthly', '2026-08-23 19:21:34.198+00', '2026-11-27 09:00:00+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now8', '2026-08-16 19:21:34.198+00', NULL),
  ('10', '10', 'sub_demo2', 'ctm_demo2', 'active', 'annual', '2026-10-21 14:12:45.863+00', '2026-12-12 09:00:00+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now2', '2026-10-14 14:12:45.863+00', NULL),
  ('11', '11', 'sub_demo4', 'ctm_demo4', 'past_due', 'annual', '2026-11-19 18:43:56.711+00', '2026-12-07 09:00:00+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now4', '2026-11-12 18:43:56.711+00', NULL),
  ('12', '12', 'sub_demo3', 'ctm_demo3', 'trialing', 'annual', '2026-11-24 21:19:24.029+00', '2026-11-24 21:19:24.029+00', NULL, NULL, NULL, NULL, '2026-11-23 08:00:00+00', 'evt_demo_now3', '2026-11-17 21:19:24.029+00', NULL);

INSERT INTO suppressions (id, channel, address, reason, source, created_at) VALUES
  ('1', 'sms', '+12015550108', 'stop', 'twilio', '2026-09-17 13:05:00+00');

INSERT INTO webhook_deliveries (id, endpoint_id, message_id, tries, next_try_at, delivered_at) VALUES
  ('1001', '1', 'msg_01', '1', NULL, '2026-11-23 09:00:02+00');

INSERT INTO webhook_endpoints (id, url, description, events, secret, previous_secret, previous_secret_until, created_at, disabled_at, disabled_reason, token_id, failing_since) VALUES
  ('1', 'https://hooks.example.com/threeline', 'Calendar', '{post.published}', 'EXqrDBGvHuHTVFYzpIGrDjj1ZxmLLqS6qpA2CyGf5ycWsGgeW4ejw1OOCPeUSZSvsX_n5GpWHxjyg_h1Nb77t5BlNUuqEHN8qCzhCn1F', NULL, NULL, '2026-11-23 09:00:00+00', NULL, NULL, NULL, NULL);

INSERT INTO webhook_events (id, source, event_id, month, kind, payload, occurred_at, received_at, report, applied_at, problem) VALUES
  ('1', 'paddle', 'evt_01', '2026-11-01', 'subscription.updated', '{"data": {"id": "sub_demo_1"}, "event_id": "evt_01", "event_type": "subscription.updated"}', '2026-11-20 08:00:00+00', '2026-11-20 08:00:01+00', NULL, '2026-11-20 08:00:01+00', NULL),
  ('2', 'postmark', 'bounce:1', '2026-10-01', 'Bounce', '{"Type": "HardBounce", "Email": "gone@example.com", "RecordType": "Bounce"}', '2026-10-20 12:50:00+00', '2026-10-20 12:50:01+00', NULL, '2026-10-20 12:50:01+00', NULL);

INSERT INTO webhook_messages (id, kind, at, data) VALUES
  ('msg_01', 'post.created', '2026-11-23 09:00:00+00', '{"id": 2}');

INSERT INTO webhook_tries (id, delivery_id, at, status, error, took_ms) VALUES
  ('1', '1001', '2026-11-23 09:00:02+00', '200', NULL, '80');

INSERT INTO workers (id, name, host, pid, started_at, heartbeat_at, ticked_at, stopped_at, mark) VALUES
  ('0dea4a0a-8f94-45c4-be1b-7d3039bf404f', 'test-worker', 'here', '23534', '2025-01-06 12:45:02+00', '2025-01-06 12:45:02+00', NULL, NULL, '2');

SELECT setval('address_confirmations_id_seq', 1);
SELECT setval('admin_invitations_id_seq', 1);
SELECT setval('admins_id_seq', 1);
SELECT setval('api_tokens_id_seq', 1);
SELECT setval('audit_checks_id_seq', 1);
SELECT setval('audit_events_id_seq', 5);
SELECT setval('backups_id_seq', 1);
SELECT setval('check_waivers_id_seq', 1);
SELECT setval('consent_proofs_id_seq', 1);
SELECT setval('consents_id_seq', 16);
SELECT setval('daily_messages_id_seq', 1);
SELECT setval('delivery_batches_id_seq', 1);
SELECT setval('delivery_counts_id_seq', 3);
SELECT setval('delivery_slots_id_seq', 13);
SELECT setval('editions_id_seq', 1);
SELECT setval('email_changes_id_seq', 1);
SELECT setval('images_id_seq', 1);
SELECT setval('login_tokens_id_seq', 7);
SELECT setval('money_checks_id_seq', 1);
SELECT setval('money_days_id_seq', 69);
SELECT setval('onboarding_records_id_seq', 12);
SELECT setval('posts_id_seq', 1);
SELECT setval('restores_id_seq', 1);
SELECT setval('revisions_id_seq', 2);
SELECT setval('saved_views_id_seq', 1);
SELECT setval('subscriber_changes_id_seq', 25);
SELECT setval('subscriber_notes_id_seq', 1);
SELECT setval('subscribers_id_seq', 12);
SELECT setval('subscriptions_id_seq', 12);
SELECT setval('suppressions_id_seq', 1);
SELECT setval('webhook_endpoints_id_seq', 1);
SELECT setval('webhook_events_id_seq', 2);
SELECT setval('webhook_tries_id_seq', 1);
