@property
