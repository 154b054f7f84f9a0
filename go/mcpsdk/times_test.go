package mcpsdk

import "time"

// HaveTime lets a slow server take a cancellation and open its stream.
func HaveTime() { cancelTime, streamTime = time.Hour, time.Hour }
