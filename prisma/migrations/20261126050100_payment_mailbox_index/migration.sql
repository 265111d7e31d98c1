-- A second free trial is recognized by the mailbox that paid for the first, too.
CREATE INDEX CONCURRENTLY subscribers_canonical_payment_email_idx ON subscribers (canonical_email(payment_email));
