-- compatible: older versions write none of the new kinds, and leave theirs to the newer one
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
-- compatible: it allows all that the earlier one did
ALTER TABLE notices
  ADD CONSTRAINT notices_kind_check CHECK (kind IN
    ('welcome', 'trial_reminder', 'confirm_address', 'delivery_address', 'address_changed',
     'new_device', 'phone_changed', 'canceled', 'kept', 'charged', 'unfinished_sign_up', 'unreachable',
     'email_change', 'email_change_requested', 'days_given_back', 'account_deleted',
     'payment_failed', 'plan_changed')) NOT VALID;
ALTER TABLE notices VALIDATE CONSTRAINT notices_kind_check;
